-- In small transactions, so that requests go on meanwhile.
reset role;
set role hubbub_lanes;
call fill_list_columns();
reset role;
