-- A store whose records have format 1, as the shell of SQLite prints it.
PRAGMA application_id = 1667591268;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE kept (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL, row TEXT NOT NULL);
CREATE TABLE log (
  seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, number INTEGER NOT NULL,
  part INTEGER NOT NULL, last INTEGER NOT NULL,
  revision INTEGER NOT NULL, cells INTEGER NOT NULL, bytes INTEGER NOT NULL,
  format INTEGER NOT NULL, size INTEGER NOT NULL, "check" TEXT NOT NULL, record TEXT NOT NULL);
INSERT INTO "log" VALUES(1,1,1,0,1,1,2,584,1,409,'550fd335de09a1df','{"cells":[{"id":"ada","title":"Ada","actions":[{"kind":"toggle","id":"follow","on":true,"title":"Follow"},{"kind":"menu","id":"more","items":[{"kind":"button","id":"share","title":"Share"}]}],"swipe":{"leading":["pin"],"trailing":["delete","archive"]},"menu":["share","delete"],"detailActions":["delete"],"unread":true,"selected":true},{"id":"bob","title":"Bob","status":[{"state":"neutral","text":"Open"}]}]}');
INSERT INTO "log" VALUES(2,1,2,0,1,2,2,584,1,80,'758528ab657b637d','{"cells":[[0,1,{"selected":true,"actions":[{"id":"follow","on":false}]}],[1,1]]}');
INSERT INTO "log" VALUES(3,1,3,0,1,3,2,568,1,121,'fc9173df5e5862b4','{"cells":[[0,1],{"id":"bob","title":"Bob","status":[{"state":"neutral","text":"Open"}],"swipe":{"trailing":["delete"]}}]}');
INSERT INTO "log" VALUES(4,1,4,0,1,3,2,568,1,88,'9c7fbc263e9a205a','{"views":[{"view":"main","environment":{}},{"view":"phone","environment":{"width":40}}]}');
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "meta" VALUES('boot','b1');
INSERT INTO "meta" VALUES('celld','0.1.0');
INSERT INTO "meta" VALUES('check','7edcd2dff2551a0f');
INSERT INTO "meta" VALUES('ended','1');
INSERT INTO "meta" VALUES('returns','0');
INSERT INTO "meta" VALUES('sessions','1');
INSERT INTO "meta" VALUES('starts','1');
INSERT INTO "meta" VALUES('store','d5e59f93d73e91ca');
INSERT INTO "meta" VALUES('trimmed','0');
CREATE TABLE part (
  session INTEGER NOT NULL, snapshot INTEGER NOT NULL, part INTEGER NOT NULL,
  format INTEGER NOT NULL, size INTEGER NOT NULL, "check" TEXT NOT NULL, cells TEXT NOT NULL,
  PRIMARY KEY (session, snapshot, part));
CREATE TABLE session (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner INTEGER NOT NULL, name TEXT NOT NULL,
  deleted INTEGER NOT NULL, damage TEXT, life TEXT NOT NULL, level TEXT NOT NULL,
  snapshot INTEGER NOT NULL, parts INTEGER NOT NULL, number INTEGER NOT NULL, chain TEXT NOT NULL,
  revision INTEGER NOT NULL, cells INTEGER NOT NULL, bytes INTEGER NOT NULL,
  settings TEXT NOT NULL, views TEXT NOT NULL, "check" TEXT NOT NULL);
INSERT INTO "session" VALUES(1,0,'people',0,NULL,'35215826e79f6692','written',0,0,0,'35215826e79f6692',0,0,0,'{"profile":"ios","selection":"multiple","preserve":["status"],"shared":false,"durability":"written"}','[{"view":"main","environment":{}},{"view":"phone","environment":{"width":40}}]','472bb64c1344b77d');
CREATE UNIQUE INDEX session_name ON session (owner, name) WHERE deleted = 0;
INSERT INTO "sqlite_sequence" VALUES('session',1);
COMMIT;
