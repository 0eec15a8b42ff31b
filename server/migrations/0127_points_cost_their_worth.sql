-- Money that a patient pays through Senda goes to the centre, so it costs a centre with aliases only the gateway's fee. The commission
-- and that fee, counted as 5 %, together cover what the points of a consultation and of its review are worth.
create or replace function earns_points(appointment appointments) returns boolean language sql stable as $$
  select appointment.status = 'completed' and 7500 <=
    coalesce((
      select floor(sum(amount - coalesce(refund_amount, 0)) * 0.05) from payments
      where appointment_id = appointment.id and undone_at is null and checkout_id is not null), 0)
    + coalesce((
      select commission_amount from commissions
      where appointment_id = appointment.id and commissionable_amount(appointment) > 0 and (status <> 'cancelled' or exists (
        -- A patient keeps the points of a commission that staff waived.
        select from moderation_actions measure
        where measure.target_type = 'commission' and measure.target_id = commissions.id and measure.action_type = 'cancel'
          and not exists (select from moderation_actions undo where undo.undoes = measure.id)))), 0)
$$;
comment on function earns_points is 'whether the commission of a consultation, and 5 % of what is kept of its payments through Senda, cover what its points are worth';
