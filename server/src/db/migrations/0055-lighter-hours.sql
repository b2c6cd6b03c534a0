-- As in migration 0031, without a query: each settlement adds to the hour of every endpoint that it is about.
create or replace function add_counts(a integer[], b integer[]) returns integer[] language plpgsql immutable as $$
begin
  for place in 1 .. 64 loop
    if b[place] > 0 then
      a[place] := a[place] + b[place];
    end if;
  end loop;
  return a;
end $$;
