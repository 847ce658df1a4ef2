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
    , side_lines TEXT NOT NULL DEFAULT '', series TEXT NOT NULL DEFAULT '0 0 0', revision INTEGER NOT NULL DEFAULT 1, clock TEXT NOT NULL DEFAULT '', name TEXT NOT NULL DEFAULT '', starred INTEGER NOT NULL DEFAULT 0, deleted TEXT NOT NULL DEFAULT '');
INSERT INTO "matches" VALUES(1,'kalah','3x2','','<3,0,0,2,2,2,2,2,2>','1 1 2 2 1 3 2 1 1','[["Ann", ""], ["", "2"]]','first',0,'2026-11-01T10:01:00.000+00:00','2026-11-01T10:02:00.000+00:00','','0 0 0',1,'','',1,'');
INSERT INTO "matches" VALUES(2,'kalah','3x2','','<3,0,0,2,2,2,2,2,2>','3 3 1 3 2 2 3 1 1 3','[["Ann", ""], ["", "old:4"]]','first',0,'2026-11-01T10:04:00.000+00:00','2026-11-01T10:05:00.000+00:00','','0 0 0',1,'','',0,'');
INSERT INTO "matches" VALUES(3,'kalah','6x6','empty-capture','<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>','3 4 3 5 4 5 2 6 2','[["", "old:8 varied"], ["", ""]]','',1,'2026-11-01T10:07:00.000+00:00','2026-11-01T10:08:00.000+00:00','{"nodes": [[2, "1"]], "comments": {"2": "before a side line", "10": "a side line"}}','0 0 0',1,'300+3 287.500 300.000 0 0','',0,'');
INSERT INTO "matches" VALUES(4,'reversi','8x8','','---------------------------OX------XO--------------------------- X','c4 c3 c2 e3 f4 g3 f2 b4 e6 d6 f6 d2 c5 e7 h4 c6 f8 d3 b6 b5 f3 e8 g4 b2 a4 g7 d8 g5 d1 a3 e2 h3 f5 a6 b7 b8 f7 g6 d7 g8 h7 c7 h8 h6 h5 a5 g2 f1 e1 h2 a8 a7 h1 g1 c1 b1 a2 b3 a1 c8','[["", ""], ["", "measures:4:10,15,10,30:20"]]','first',0,'2026-11-01T10:09:00.000+00:00','2026-11-01T10:10:00.000+00:00','{"nodes": [[10, "b3"], [3, "b2"]], "comments": {"3": "before 石", "10": "before later", "61": "later", "62": "石"}}','2 1 1',1,'','by measures',0,'');
INSERT INTO "matches" VALUES(5,'reversi','4x4','','-----OX--XO----- X','d3 c3 e6 e3 c4 c5 d6 c6 f6 f4 f5 f3','[["", "search:1.5s:handmade"], ["", "nega-alpha:4"]]','second',0,'2026-11-01T10:11:00.000+00:00','2026-11-01T10:12:00.000+00:00','','0 0 0',1,'','',0,'');
INSERT INTO "matches" VALUES(6,'tictactoe','3x3','','.........','a2 b2 a1 a3 b1 c1','[["", "table"], ["", ""]]','second',0,'2026-11-01T10:13:00.000+00:00','2026-11-01T10:14:00.000+00:00','','0 0 0',1,'','',0,'');
INSERT INTO "matches" VALUES(7,'eight','8','','0,0','2 3','[["", ""], ["", "1"]]','',0,'2026-11-01T10:16:00.000+00:00','2026-11-01T10:17:00.000+00:00','','0 0 0',1,'','',0,'');
INSERT INTO "matches" VALUES(8,'kalah','4x3','last-stone','<4,0,0,3,3,3,3,3,3,3,3>','2 1 1 2 2 1 4','[["Ann", ""], ["Ben", ""]]','first',0,'2026-11-01T10:18:00.000+00:00','2026-11-01T10:18:00.000+00:00','{"tags": {"Event": "Somewhere", "Site": "東京"}}','0 0 0',1,'','',0,'');
INSERT INTO "matches" VALUES(9,'kalah','6x4','','<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>','1 6 1 3 4','[["", "3"], ["", ""]]','second resigned',0,'2026-11-01T10:19:00.000+00:00','2026-11-01T10:20:00.000+00:00','','0 0 0',1,'','',0,'2026-11-22T10:00:00.000+00:00');
INSERT INTO "matches" VALUES(10,'kalah','4x2','','<4,0,0,3,0,2,1,0,4,2,4>','1 2 2 3','[["", "alpha-beta:3"], ["", ""]]','',0,'2026-11-01T10:21:00.000+00:00','2026-11-01T10:22:00.000+00:00','','0 0 0',1,'','',0,'');
CREATE TABLE reviews (
        match INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        complete INTEGER NOT NULL,
        first_person INTEGER NOT NULL,
        first_moves INTEGER NOT NULL,
        first_found INTEGER NOT NULL,
        first_lost INTEGER NOT NULL,
        first_mistakes INTEGER NOT NULL,
        second_person INTEGER NOT NULL,
        second_moves INTEGER NOT NULL,
        second_found INTEGER NOT NULL,
        second_lost INTEGER NOT NULL,
        second_mistakes INTEGER NOT NULL,
        saved TEXT NOT NULL,
        text TEXT NOT NULL
    , edition INTEGER NOT NULL DEFAULT 1);
INSERT INTO "reviews" VALUES(1,'kalah','3x2',1,1,5,2,16,1,0,4,1,16,1,'2026-11-01T10:03:00.000+00:00','{"version":1,"whole":true,"swap_counted":false,"plies":["1","1","2","2","1","3","2","1","1"],"judgements":[{"depth":11,"values":{"1":-8,"2":4,"3":0},"exact":["1","2","3"],"lines":{"1":"1 2 1 2 2","2":"2 3 1 3 2 2 3 2","3":"3 2 1 3 3 1 3 2 2 3 1"}},{"depth":6,"values":{"1":6,"2":8,"3":-2},"exact":["1","2","3"],"lines":{"1":"1 3 1 2 1","2":"2 1 2 2","3":"3 3 1 3 2 1 3"}},{"depth":7,"values":{"2":-8,"3":-6},"exact":["2","3"],"lines":{"2":"2 1 3","3":"3 1 2 1"}},{"depth":9,"values":{"1":8,"2":6,"3":0},"exact":["1","2","3"],"lines":{"1":"1 3","2":"2 3 2 1 1 2 2","3":"3 3 3 1 2 2 2"}},{"depth":8,"values":{"1":-8,"3":-6},"exact":["1","3"],"lines":{"1":"1 1 3","3":"3 2 1 1 2 2"}},{"depth":3,"values":{"1":8,"3":-4},"exact":["1","3"],"lines":{"1":"1 3","3":"3 2 1"}},{"depth":3,"values":{"1":0,"2":4,"3":-4},"exact":["1","2","3"],"lines":{"1":"1 1","2":"2 1 1","3":"3 3 2 2 3"}},{"depth":2,"values":{"1":4,"3":-2},"exact":["1","3"],"lines":{"1":"1 1","3":"3 3 1"}},{"depth":1,"values":{"1":-4},"exact":["1"],"lines":{"1":"1"}},null]}',2);
INSERT INTO "reviews" VALUES(2,'kalah','3x2',1,1,5,3,8,2,0,5,4,6,1,'2026-11-01T10:06:00.000+00:00','{"version":1,"whole":true,"swap_counted":false,"plies":["3","3","1","3","2","2","3","1","1","3"],"judgements":[{"depth":11,"values":{"1":-8,"2":4,"3":0},"exact":["1","2","3"],"lines":{"1":"1 2 1 2 2","2":"2 3 1 3 2 2 3 2","3":"3 2 1 3 3 1 3 2 2 3 1"}},{"depth":8,"values":{"1":0,"2":0,"3":-6},"exact":["1","2","3"],"lines":{"1":"1 3 2 2 3 1 3 1 3 2 3 2 3","2":"2 1 3 3 1 3 2 2 3 1","3":"3 2 3 1 3 2"}},{"depth":3,"values":{"1":2,"2":6},"exact":["1","2"],"lines":{"1":"1 3 2 2 3 1 3 1","2":"2 3 1 3 2"}},{"depth":4,"values":{"2":2,"3":2},"exact":["2","3"],"lines":{"2":"2 2 3 1 1 3","3":"3 2 2 3 1 3 1"}},{"depth":4,"values":{"2":2},"exact":["2"],"lines":{"2":"2 2 3 1 3 1"}},{"depth":3,"values":{"1":-6,"2":-2},"exact":["1","2"],"lines":{"1":"1 3 1","2":"2 3 1 3 1"}},{"depth":3,"values":{"1":-4,"3":-2},"exact":["1","3"],"lines":{"1":"1 1 3","3":"3 1 3 1"}},{"depth":3,"values":{"1":-2},"exact":["1"],"lines":{"1":"1 3 1"}},{"depth":2,"values":{"1":2,"3":2},"exact":["1","3"],"lines":{"1":"1 3","3":"3 1"}},{"depth":1,"values":{"3":-2},"exact":["3"],"lines":{"3":"3"}},null]}',1);
INSERT INTO "reviews" VALUES(6,'tictactoe','3x3',1,0,3,2,1,1,1,3,3,0,0,'2026-11-01T10:15:00.000+00:00','{"version":1,"whole":true,"swap_counted":false,"plies":["a2","b2","a1","a3","b1","c1"],"judgements":[{"depth":9,"values":{"a1":0,"b1":0,"c1":0,"a2":0,"b2":0,"c2":0,"a3":0,"b3":0,"c3":0},"exact":["a1","b1","c1","a2","b2","c2","a3","b3","c3"],"lines":{"a1":"a1 b2 c1 b1 b3 a3 c3 c2 a2","b1":"b1 b2 a1 c1 a3 a2 c2 c3 b3","c1":"c1 b2 a1 b1 b3 a3 c3 c2","a2":"a2 b2 a1 a3 c1 b1 b3 c3","b2":"b2 a1 c1 a3 a2 c2 c3 b1 b3","c2":"c2 b2 a1 c1 a3 a2 c3 b3 b1","a3":"a3 b2 a1 a2 c2 c1 c3 b3","b3":"b3 b2 a1 a3 c1 b1 c3 c2","c3":"c3 b2 a1 b1 b3 a3 c1 c2"}},{"depth":8,"values":{"a1":0,"b1":-1,"c1":-1,"b2":0,"c2":0,"a3":0,"b3":-1,"c3":-1},"exact":["a1","b1","c1","b2","c2","a3","b3","c3"],"lines":{"a1":"a1 b2 c2 c1 a3 c3 b1","b1":"b1 b2 c2 a1 a3 c3","c1":"c1 a1 a3 b2 c2","b2":"b2 a1 a3 c1 b1 b3 c3","c2":"c2 b2 a1 c1 a3 c3 b1","a3":"a3 b2 c2 c1 a1 c3 b1","b3":"b3 b2 c2 a1 a3 c3","c3":"c3 a3 a1 b2 c1"}},{"depth":7,"values":{"a1":0,"b1":0,"c1":0,"c2":-1,"a3":0,"b3":0,"c3":0},"exact":["a1","b1","c1","c2","a3","b3","c3"],"lines":{"a1":"a1 a3 c1 b1 b3 c3","b1":"b1 a1 c3 c1 a3 b3 c2","c1":"c1 a1 c3 c2 a3 b3 b1","c2":"c2 a1 c3 c1 b1 a3","a3":"a3 a1 c3 b3 b1 c1 c2","b3":"b3 a1 c3 a3 c1 c2 b1","c3":"c3 a1 c1 c2 a3 b3"}},{"depth":4,"values":{"b1":-1,"c1":-1,"c2":-1,"a3":0,"b3":-1,"c3":-1},"exact":["b1","c1","c2","a3","b3","c3"],"lines":{"b1":"b1 a3","c1":"c1 a3","c2":"c2 a3","a3":"a3 c1 b1 b3 c3","b3":"b3 a3","c3":"c3 a3"}},{"depth":5,"values":{"b1":-1,"c1":0,"c2":-1,"b3":-1,"c3":-1},"exact":["b1","c1","c2","b3","c3"],"lines":{"b1":"b1 c1","c1":"c1 b1 b3 c3 c2","c2":"c2 c1","b3":"b3 c1","c3":"c3 c1"}},{"depth":2,"values":{"c1":1,"c2":-1,"b3":-1,"c3":-1},"exact":["c1","c2","b3","c3"],"lines":{"c1":"c1","c2":"c2 c1","b3":"b3 c1","c3":"c3 c1"}},null]}',2);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO "settings" VALUES('choices','{"language": "ja", "theme": "contrast", "pace": "fast", "motion": "full", "events": "silent", "sound": false, "preview": true, "thinking": true, "face": "fixed", "text": "large", "window": [1280, 800], "offer": "reversi", "cards": {"kalah": {"board": "5x3", "rules": ["empty-capture"], "pie": true, "handicap": 0, "more_boards": true, "first": {"name": "Ann", "person": true, "level": 7, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}, "second": {"name": "", "person": false, "level": 4, "custom": true, "algorithm": "search", "turns": 5, "seconds": 1.5, "timed": true, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}}, "diamond": {"board": "diamond", "rules": [], "pie": false, "handicap": 0, "more_boards": false, "first": {"name": "", "person": true, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}, "second": {"name": "", "person": false, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}}, "reversi": {"board": "8x8", "rules": [], "pie": false, "handicap": 2, "more_boards": false, "first": {"name": "", "person": true, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}, "second": {"name": "", "person": false, "level": 4, "custom": true, "algorithm": "measures", "turns": 4, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": true}}, "small": {"board": "6x6", "rules": [], "pie": false, "handicap": 0, "more_boards": false, "first": {"name": "", "person": true, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}, "second": {"name": "", "person": false, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}}, "tictactoe": {"board": "3x3", "rules": [], "pie": false, "handicap": 0, "more_boards": false, "first": {"name": "", "person": true, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}, "second": {"name": "", "person": false, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}}, "eight": {"board": "8", "rules": [], "pie": false, "handicap": 0, "more_boards": false, "first": {"name": "", "person": true, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}, "second": {"name": "", "person": false, "level": 4, "custom": false, "algorithm": "alpha-beta", "turns": 5, "seconds": 2.0, "timed": false, "order": "", "evaluation": "", "factors": [10, 15, 10, 30], "random_moves": false}}}, "varied": false, "clock": "300+3", "marks": true, "numbers": false, "pit_numbers": "own", "square_names": "own", "values": false, "bar": false, "graph": true, "measures": false, "table_megabytes": 64, "threads": 2, "pondering": true}');
CREATE TRIGGER a_review_goes_with_its_match AFTER DELETE ON matches
    BEGIN
        DELETE FROM reviews WHERE match = OLD.id;
    END;
CREATE INDEX reviews_by_game ON reviews (game);
CREATE INDEX matches_by_time ON matches (saved);
CREATE INDEX matches_in_the_bin ON matches (deleted) WHERE deleted != '';
CREATE INDEX reviews_at_a_glance ON reviews (
        match, complete, first_moves, first_lost, first_mistakes,
        second_moves, second_lost, second_mistakes
    )
    ;
CREATE INDEX matches_to_go_on_with ON matches (saved)
    WHERE result = '' AND deleted = '' AND saved != begun
    ;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',10);
PRAGMA user_version = 7;
COMMIT;
