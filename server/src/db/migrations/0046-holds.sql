-- Tenants that nothing acts for: after a restore, an import or an export, until the operator lets go of them.
create table holds (
  tenant_id text collate "C" primary key,
  reason text not null check (reason in ('restore', 'import', 'export')),
  held_at timestamptz(3) not null default now(),
  -- The time of the backup: what was done on the platforms from then on is not known here.
  since timestamptz(3) not null,
  -- Since when the platforms are asked what was done meanwhile. Null: they are not asked.
  checking_since timestamptz(3)
);
select wall_off('holds');

-- The fate of actions that were not finished at the time of the backup.
create table restore_findings (
  tenant_id text collate "C" not null,
  action_id text collate "C" not null,
  account_id text collate "C" not null,
  finding text not null default 'waiting'
    check (finding in ('waiting', 'adopted', 'absent', 'in_doubt', 'unconfirmed', 'unreadable_account', 'cancelled', 'gone')),
  decided_by text check (decided_by in ('journal', 'platform')),
  -- The words of the intent journal about the action. Null: there is no journal.
  evidence jsonb,
  -- Items of the account that nothing here explains: `[{"platform_id", "permalink"}]`.
  candidates jsonb not null default '[]',
  -- Why it could not be looked up yet, or is not known.
  reason text,
  tries integer not null default 0,
  -- The time of its next lookup. Null: it is decided.
  due_at timestamptz(3) default now(),
  decided_at timestamptz(3),
  primary key (tenant_id, action_id)
);
create index restore_findings_due on restore_findings (due_at) where due_at is not null;
create index restore_findings_account on restore_findings (tenant_id, account_id);
select wall_off('restore_findings');

-- The life of this installation: each restore begins an epoch.
create table installation (
  is_only boolean primary key default true check (is_only),
  epoch integer not null default 1,
  restored_at timestamptz(3),
  backup_at timestamptz(3),
  -- Whether the intent journal survived, as the last restore found it, and why not.
  journal jsonb
);
insert into installation default values;
grant select, insert, update on installation to hubbub_lanes;
