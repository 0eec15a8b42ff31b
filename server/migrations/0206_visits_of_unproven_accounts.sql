-- The job completed what accounts without a confirmed address had booked and the desk had never closed, and the centre owed
-- commission for visits that a script had invented.
alter table appointments
  add column closed_unproven boolean not null default false,
  add constraint appointments_closed_unproven check (not closed_unproven or (status = 'completed' and paid_amount = 0));
comment on column appointments.closed_unproven is 'only the job completed it, nothing was paid, and the booking''s account had neither confirmed its address nor come before: it owes no commission';

create function end_closed_unproven() returns trigger language plpgsql as $$
begin
  new.closed_unproven := false;
  return new;
end $$;
comment on function end_closed_unproven is 'what the desk records afterwards, or a payment, says that the patient came';
create trigger appointments_end_closed_unproven before update on appointments for each row
  when (new.closed_unproven and (new.status <> 'completed' or new.paid_amount > 0)) execute function end_closed_unproven();

create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' and not appointment.keeps_commission then null
    when appointment.closed_unproven then null
    when appointment.status = 'completed' then (
      select case when refunded > 0 and refunded >= appointment.price - appointment.discount_amount then null
        else appointment.price - refunded
          - case when appointment.discount_payer = 'center' then appointment.discount_amount else 0 end end
      from (select (coalesce(sum(refund_amount), 0)
          - greatest(coalesce(sum(amount), 0) - (appointment.price - appointment.discount_amount), 0))::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - coalesce(refund_amount, 0))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;
