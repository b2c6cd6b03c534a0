-- A request that repeats an earlier one joins its action. The fingerprint says what an action answers and with what.
alter table actions add column fingerprint bytea;
