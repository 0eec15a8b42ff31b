-- An applied promotion is reserved for 30 minutes instead of a day.
update promotion_usage set expires_at = least(expires_at, reserved_at + interval '30 minutes') where status = 'reserved';
alter table promotion_usage add constraint promotion_usage_brief
  check (status <> 'reserved' or expires_at <= reserved_at + interval '30 minutes');
