-- Compatible with older code.
-- A centre that gives a whole payment back itself owes no commission, and the gateway has kept the fee for Senda: the commission is then of
-- 0 cents instead of none, and the next settlement pays the fee back.
alter function commissionable_amount(appointments) rename to kept_amount;
comment on function kept_amount is 'integer cents of an appointment that the centre keeps and that owe a commission; null: it owes none';

create function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select coalesce(kept_amount(appointment), case
    when appointment.status in ('completed', 'cancelled', 'no_show') and withheld_amount(appointment) > 0 then 0 end)
$$;
comment on function commissionable_amount is 'integer cents on which the appointment has a commission; 0: only what a gateway took in advance has to be paid back; null: it has none';
