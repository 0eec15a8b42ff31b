-- Compatible with older code.
-- The owner of a connected account can give a payment back without Senda. The gateway then returns the share of the fee, and the money
-- stands behind no points.
create or replace function withheld_amount(appointment appointments) returns integer language sql stable as $$
  select coalesce(sum(round(fee_amount::numeric
    * (payments.amount - greatest(coalesce(refund_amount, 0) - refused.amount, gateway_refunded_amount)) / payments.amount)), 0)::integer
  from payments join checkouts on checkouts.id = payments.checkout_id
  cross join lateral (
    select coalesce(sum(amount), 0) as amount from gateway_refunds
    where checkout_id = checkouts.id and refused_at is not null and surplus_payment_id is null) as refused
  where payments.appointment_id = appointment.id and undone_at is null and fee_amount > 0
$$;

create or replace function earns_points(appointment appointments) returns boolean language sql stable as $$
  select appointment.status = 'completed' and 7500 <=
    coalesce((
      select floor(sum(payments.amount - greatest(coalesce(refund_amount, 0), gateway_refunded_amount)) * 0.05)
      from payments join checkouts on checkouts.id = payments.checkout_id
      where payments.appointment_id = appointment.id and undone_at is null), 0)
    + coalesce((
      select commission_amount from commissions
      where appointment_id = appointment.id and commissionable_amount(appointment) > 0 and (status <> 'cancelled' or exists (
        -- A patient keeps the points of a commission that staff waived.
        select from moderation_actions measure
        where measure.target_type = 'commission' and measure.target_id = commissions.id and measure.action_type = 'cancel'
          and not exists (select from moderation_actions undo where undo.undoes = measure.id)))), 0)
$$;
