#!/bin/sh
# Start KalahGUI from the folder that this script lies in: nothing needs to be installed.
#   ./kalahgui.sh [FILE]     open the window, with a file of games if one is named
#   ./kalahgui.sh COMMAND    run a command; --help lists them
#   ./kalahgui.sh --menu     put the program into your menu, with its icon and its kinds of files
#   ./kalahgui.sh --no-menu  take it out again
set -eu
here=$(dirname "$(readlink -f "$0")")
id=org.kalahgui.KalahGUI
data=${XDG_DATA_HOME:-$HOME/.local/share}

tell_desktop() { # what is there of a desktop looks at its files anew
    for command in "update-mime-database $data/mime" "update-desktop-database $data/applications"; do
        if command -v "${command%% *}" > /dev/null; then
            "${command%% *}" "${command#* }" > /dev/null 2>&1 || true
        fi
    done
}

case ${1-} in
    --menu)
        case $here in
            *[\"\`\$\\%]*)
                echo "The name of this folder has a sign that a menu entry cannot hold: $here" >&2
                exit 2
                ;;
        esac
        mkdir -p "$data/applications" "$data/mime/packages" "$data/icons"
        sed -e "s|^Exec=kalahgui|Exec=\"$here/kalahgui.sh\"|" -e "s|^TryExec=.*|TryExec=$here/kalahgui.sh|" \
            "$here/share/applications/$id.desktop" > "$data/applications/$id.desktop"
        cp "$here/share/mime/packages/$id.xml" "$data/mime/packages/"
        cp -R "$here/share/icons/hicolor" "$data/icons/"
        tell_desktop
        echo "KalahGUI is in your menu now."
        ;;
    --no-menu)
        rm -f "$data/applications/$id.desktop" "$data/mime/packages/$id.xml"
        rm -f "$data"/icons/hicolor/*/apps/$id.png
        tell_desktop
        echo "KalahGUI is in your menu no more."
        ;;
    *)
        exec "$here/KalahGUI" "$@"
        ;;
esac
