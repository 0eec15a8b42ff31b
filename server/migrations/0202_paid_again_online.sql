-- Compatible with older code.
-- A patient who is asked to pay again pays online. That payment counts against neither the objection «Sí pagué» nor its decision, which
-- gives it back; and none is taken while staff decide.
create function paid_besides(undone payments) returns integer language sql stable as $$
  select coalesce(sum(amount - case when status = 'cancelled' then 0 else coalesce(refund_amount, 0) end), 0)::integer
  from payments join appointments on appointments.id = appointment_id
  where appointment_id = undone.appointment_id and payments.id <> undone.id and undone_at is null
    and not (checkout_id is not null and collected_at >= undone.undone_at)
$$;
comment on function paid_besides is 'integer cents: what the centre keeps of the other payments, without those online since this one was undone; of a cancelled appointment, what it had received';

create function refuse_disputed_payment() returns trigger language plpgsql as $$
begin
  if exists (select from reports where kind = 'undone_payment' and subject_id = new.appointment_id and closed_at is null) then
    raise exception 'a payment of appointment % waits for staff', new.appointment_id
      using errcode = 'check_violation', constraint = 'payments_disputed', table = 'payments';
  end if;
  return new;
end $$;
create trigger payments_disputed before insert on payments for each row
  when (new.checkout_id is not null) execute function refuse_disputed_payment();

-- With what was paid twice and given back, the payments of an appointment exceed its price, and what the centre keeps doesn't.
create or replace function sum_payments() returns trigger language plpgsql as $$
declare
  changed appointments;
  -- Each record is null where the operation has none.
  removed integer := case when tg_op <> 'INSERT' and old.undone_at is null then old.amount else 0 end;
  added integer := case when tg_op <> 'DELETE' and new.undone_at is null then new.amount else 0 end;
  given_back integer := 0;
begin
  if added = removed then return null; end if;
  -- Adding to the current value counts the payments that another transaction has committed.
  update appointments set paid_amount = paid_amount + added - removed
    where id = case tg_op when 'DELETE' then old.appointment_id else new.appointment_id end returning * into changed;
  if tg_op = 'UPDATE' and old.undone_at is not null then
    select coalesce(sum(refund_amount), 0) into given_back from payments where appointment_id = changed.id and undone_at is null;
  end if;
  if added > removed and changed.paid_amount - given_back > changed.price - changed.discount_amount then
    raise exception 'the payments of appointment % exceed its price', changed.id
      using errcode = 'check_violation', constraint = 'payments_within_price';
  end if;
  return null;
end $$;

create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' and not appointment.keeps_commission then null
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
