BEGIN TRANSACTION;
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    rules TEXT NOT NULL,
    start TEXT NOT NULL,
    moves TEXT NOT NULL,
    players TEXT NOT NULL,
    result TEXT NOT NULL,
    pie INTEGER NOT NULL,
    begun TEXT NOT NULL,
    saved TEXT NOT NULL
);
INSERT INTO "matches" VALUES(1,'kalah','6x4','','<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>','2 5 1 3 1 5 4 4 6 4 2 1 6 1 6 4 6 1 5 3 6 2 5 3 3 1 4 1 5 4 6 2 2 1 1 5 2 3 3 4 6 2 4 5 3 5 4 6','[["Ann", ""], ["", "6"]]','first',0,'2026-03-01T10:01:00.000+00:00','2026-03-01T10:02:00.000+00:00');
INSERT INTO "matches" VALUES(2,'kalah','6x6','empty-capture','<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>','6 6 3 1 4 6 5','[["", "8 varied"], ["", ""]]','',1,'2026-03-01T10:03:00.000+00:00','2026-03-01T10:04:00.000+00:00');
INSERT INTO "matches" VALUES(3,'kalah','4x3','last-stone','<4,0,0,3,3,3,3,3,3,3,3>','4 2 2 3 4 4 3 1 2 2 4 3 3 4 4 2 1 2 4 2 1 3 4','[["", "alpha-beta:5"], ["", "search:2s"]]','first',0,'2026-03-01T10:05:00.000+00:00','2026-03-01T10:06:00.000+00:00');
INSERT INTO "matches" VALUES(4,'reversi','8x8','','---------------------------OX------XO--------------------------- X','e6 f6 d3 d6 f5 e3 g7 c5 f3 f2 e7 f4 f1 h8 c4 g3 b5 c6 b6 a7 g5 h5 b7 c7 c8 e1 h3 e8 d8 g2 h6 f8 c3 d7 d1 b8 h4 a5 g6 e2 a8 f7 a6 a4 g4 d2 c1 b4 b3 h2 h7 a2 h1 b2 a3 g8 a1 b1 c2 g1','[["", ""], ["", "2"]]','second',0,'2026-03-01T10:07:00.000+00:00','2026-03-01T10:08:00.000+00:00');
INSERT INTO "matches" VALUES(5,'reversi','diamond','','--------OX----XO-------- X','d3 c3 c4 c5 b4 e3','[["\u77f3", ""], ["", ""]]','second resigned',0,'2026-03-01T10:09:00.000+00:00','2026-03-01T10:10:00.000+00:00');
INSERT INTO "matches" VALUES(6,'tictactoe','3x3','','.........','a2 c2 a1 b3 c1 a3 b2 b1 c3','[["", "3"], ["", ""]]','first',0,'2026-03-01T10:11:00.000+00:00','2026-03-01T10:12:00.000+00:00');
INSERT INTO "matches" VALUES(7,'eight','8','','0,0','1 3','[["", ""], ["", "1"]]','',0,'2026-03-01T10:13:00.000+00:00','2026-03-01T10:14:00.000+00:00');
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO "settings" VALUES('choices','{"language": "ja", "theme": "slate", "pace": "slow", "sound": false, "preview": true, "thinking": true, "face": "fixed", "text": "large", "window": [1280, 800], "first": {"name": "Ann", "person": true, "level": 7, "custom": false, "algorithm": "alpha-beta", "plies": 5, "seconds": 2.0}, "second": {"name": "", "person": false, "level": 4, "custom": true, "algorithm": "nega-alpha", "plies": 4, "seconds": 2.0}, "offer": "reversi", "boards": {"diamond": "diamond-parallel"}, "handicap": 2, "varied": false, "marks": true, "numbers": false, "values": true, "pits": 5, "stones": 3, "more_boards": true, "empty_capture": true, "last_stone": false, "pie": true}');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',7);
PRAGMA user_version = 1;
COMMIT;
