-- Compatible with older code.
-- The commission of a package that was bought online arises with each visit, whoever books it: a desk that booked the sessions owed none.
update appointments set keeps_commission = true
where booked_by = 'center' and not keeps_commission and exists (
  select from package_sessions join payments on payments.package_id = package_sessions.package_id
  where package_sessions.appointment_id = appointments.id and payments.checkout_id is not null);
comment on column appointments.keeps_commission is 'the desk booked it in place of a booking of the patient that had ended, or with a package that was bought online: its commission is due as if the patient had booked';

-- What the payer of a package got back in a dispute pays for none of its visits.
create function is_lost_session(appointment appointments) returns boolean language sql stable as $$
  select appointment.discount_payer is not distinct from 'package' and exists (
    select from package_sessions
    join payments on payments.package_id = package_sessions.package_id
    join checkouts on checkouts.id = payments.checkout_id
    where package_sessions.appointment_id = appointment.id and dispute = 'lost')
$$;
comment on function is_lost_session is 'whether a package paid for the appointment whose payer has the money back after a dispute';

create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' and not appointment.keeps_commission then null
    when appointment.closed_unproven then null
    when is_lost_session(appointment) then null
    when appointment.status = 'completed' then (
      select case when refunded > 0 and refunded >= appointment.price - appointment.discount_amount then null
        else appointment.price - refunded
          - case when appointment.discount_payer = 'center' or discount_given_back(appointment) then appointment.discount_amount else 0 end end
      from (select (coalesce(sum(given_back_cents(payments)), 0)
          - greatest(coalesce(sum(amount), 0) - (appointment.price - appointment.discount_amount), 0))::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - given_back_cents(payments))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;
