-- A centre asks a patient for consent once in 30 days, whichever of its professionals asks, and never after the patient blocked
-- it. The code says why it refuses; this holds for every writer.
create function check_consent_request() returns trigger language plpgsql as $$
begin
  if exists (
    select from professionals asking
    where asking.id = new.professional_id and (
      exists (
        select from conversations
        where patient_id = new.patient_id and center_id = asking.center_id and patient_blocked_at is not null)
      or exists (
        select from clinical_record_consents c join professionals p on p.id = c.professional_id
        where c.patient_id = new.patient_id and p.center_id = asking.center_id and c.decision = 'requested'
          and c.decided_at > new.decided_at - interval '30 days'))) then
    raise exception 'professional % may not ask patient % for consent now', new.professional_id, new.patient_id
      using errcode = 'check_violation', constraint = 'clinical_record_consents_request', table = 'clinical_record_consents';
  end if;
  return new;
end $$;
create trigger clinical_record_consents_request before insert on clinical_record_consents for each row
  when (new.decision = 'requested') execute function check_consent_request();

-- Nor does the desk of a blocked centre move a booking that the patient has not accepted.
create trigger appointments_not_moved_when_blocked before update of during, professional_id on appointments for each row
  when (new.booked_by = 'center' and new.patient_id is not null and old.accepted_at is null and new.moved_by = 'center'
    and (new.during <> old.during or new.professional_id <> old.professional_id))
  execute function check_not_blocked();
