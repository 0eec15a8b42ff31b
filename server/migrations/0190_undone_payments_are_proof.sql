-- Compatible with older code.
-- A desk collected a visit, undid the payment, and marked its patient as missed. A payment that counted for more than two minutes, and
-- was undone after the visit had begun, still shows that the patient came. What is corrected sooner is a slip.
create function counted_until_undone(payment payments) returns boolean language sql immutable as $$
  select payment.checkout_id is null and payment.undone_at > payment.collected_at + interval '2 minutes'
$$;
comment on function counted_until_undone is 'the desk undid it later than it corrects a slip, so its patient reads of it';

create function has_undone_payment(appointment appointments) returns boolean language sql stable as $$
  select exists (select from payments where payments.appointment_id = appointment.id and counted_until_undone(payments)
    and payments.undone_at > lower(appointment.during))
$$;

create function keep_proof_of_payment() returns trigger language plpgsql as $$
begin
  if has_undone_payment(new) then
    raise exception 'the desk undid a payment of appointment %, whose patient came', new.id
      using errcode = 'check_violation', constraint = 'appointments_paid_visit', table = 'appointments';
  end if;
  return new;
end $$;
create trigger appointments_paid_visit before update of status on appointments for each row
  when (new.status = 'no_show' and old.status <> 'no_show') execute function keep_proof_of_payment();
