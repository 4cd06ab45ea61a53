-- Where `cli restore --replace` moves the tables that are there. Run once, when the volume is new.
GRANT ALL ON `pagecast\_replaced\_%`.* TO 'pagecast'@'%';
