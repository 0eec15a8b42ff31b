-- Compatible with older code.
-- A centre that changed its rule about late cancellations changed what patients had read, confirmed and paid for. An appointment
-- now keeps the rule under which its time was held, or under which the desk booked it.
alter table appointments add column late_refund_percent integer check (late_refund_percent in (0, 50, 100));
comment on column appointments.late_refund_percent is 'the share of a payment that a late cancellation refunds, as the centre had set it when the time was held or booked at the desk';

-- What was agreed earlier is not stored anywhere: these keep the rule that their patients read now.
alter table appointments disable trigger user;
update appointments set late_refund_percent = center_profiles.late_refund_percent
  from center_profiles where center_profiles.id = appointments.center_id;
alter table appointments enable trigger user;
alter table appointments alter column late_refund_percent set not null;

-- Older code stores none.
create function set_agreed_rule() returns trigger language plpgsql as $$
begin
  select late_refund_percent into new.late_refund_percent from center_profiles where id = new.center_id;
  return new;
end $$;
create trigger appointments_set_rule before insert on appointments for each row
  when (new.late_refund_percent is null) execute function set_agreed_rule();

create function keep_agreed_rule() returns trigger language plpgsql as $$
begin
  raise exception 'appointment % keeps the rule about cancelling under which it was booked', new.id
    using errcode = 'check_violation', constraint = 'appointments_rule_kept', table = 'appointments';
end $$;
create trigger appointments_keep_rule before update of late_refund_percent on appointments for each row
  when (new.late_refund_percent is distinct from old.late_refund_percent) execute function keep_agreed_rule();
