-- A booking of the patient that the desk cancels in their name and books again stays a booking of the patient for its commission.
alter table appointments add column keeps_commission boolean not null default false;
comment on column appointments.keeps_commission is 'the desk booked it within 7 days after it recorded that the patient cancelled the same: its commission is due as if the patient had booked';
comment on column appointments.booked_by is 'center: entered at the desk, so no commission arises, unless keeps_commission';

create function keep_commission() returns trigger language plpgsql as $$
begin
  new.keeps_commission := exists (
    select from appointments cancelled
    where cancelled.patient_id = new.patient_id and cancelled.professional_id = new.professional_id
      and cancelled.service_id = new.service_id and cancelled.status = 'cancelled' and cancelled.cancelled_at_desk
      and (cancelled.booked_by = 'patient' or cancelled.keeps_commission)
      and cancelled.cancelled_at >= new.booked_at - interval '7 days');
  return new;
end $$;
create trigger appointments_keep_commission before insert on appointments for each row
  when (new.booked_by = 'center' and new.patient_id is not null) execute function keep_commission();

create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' and not appointment.keeps_commission then null
    when appointment.status = 'completed' then (
      select case when refunded > 0 and refunded >= appointment.price - appointment.discount_amount then null
        else appointment.price - refunded
          - case when appointment.discount_payer = 'center' then appointment.discount_amount else 0 end end
      from (select coalesce(sum(refund_amount), 0)::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - coalesce(refund_amount, 0))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;
