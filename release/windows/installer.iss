; The installer for Windows: iscc /DVersion=1.0.0 /DFolder=dist\KalahGUI release\windows\installer.iss
; It installs for one user without being an administrator, or for all when that is asked for.

#define Name "KalahGUI"

[Setup]
AppId={{6F0F5A0B-6C1E-4E0E-9B4E-2B0C7B7A4D51}
AppName={#Name}
AppVersion={#Version}
AppPublisher=The KalahGUI developers
VersionInfoVersion={#Version}
DefaultDirName={autopf}\{#Name}
DefaultGroupName={#Name}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\assets\icon.ico
UninstallDisplayIcon={app}\{#Name}.exe
OutputBaseFilename={#Name}-{#Version}-windows-x64
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "ja"; MessagesFile: "compiler:Languages\Japanese.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; What an older version had and this one has not must not be found by it.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\{#Name}"; Filename: "{app}\{#Name}.exe"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\{#Name}.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\KalahGUI.Game"; ValueType: string; ValueData: "KalahGUI"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\KalahGUI.Game\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Name}.exe,0"
Root: HKA; Subkey: "Software\Classes\KalahGUI.Game\shell\open\command"; ValueType: string; ValueData: """{app}\{#Name}.exe"" ""%1"""
#define public Kind(str Suffix) 'Root: HKA; Subkey: "Software\Classes\.' + Suffix + '\OpenWithProgids"; ValueType: string; ValueName: "KalahGUI.Game"; ValueData: ""; Flags: uninsdeletevalue'
#emit Kind("kalah")
#emit Kind("kalahgui")
#emit Kind("ggf")
#emit Kind("wtb")

[Run]
Filename: "{app}\{#Name}.exe"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent
