-- Most updates change a column of an index, so that room on the page of the row saves little.
alter table posts set (fillfactor = 90);
alter table actions set (fillfactor = 90);
