-- Compatible with older code.
-- Each change of a row that a private page shows tells the people who may read it which table changed, never which row, so
-- equal notices of one transaction are sent once (server/http/live-reads.ts knows which reads show a table).

-- Each argument is a topic: 'staff' and 'everyone' as they are, the others with the column that completes them.
-- attendee:<appointment> the patient of an appointment, place:<appointment> its centre, employer:<professional> their centre.
create function notify_rows() returns trigger language plpgsql as $$
declare
  versions jsonb[] := case tg_op
    when 'INSERT' then array[to_jsonb(new)] when 'DELETE' then array[to_jsonb(old)] else array[to_jsonb(old), to_jsonb(new)] end;
  version jsonb;
  topic text;
  value text;
begin
  if tg_op = 'UPDATE' and versions[1] = versions[2] then return null; end if;
  foreach topic in array tg_argv loop
    if topic in ('staff', 'everyone') then
      perform notify_live(topic, 'rows', tg_table_name);
      continue;
    end if;
    foreach version in array versions loop
      value := version ->> split_part(topic, ':', 2);
      if value is null then continue; end if;
      case split_part(topic, ':', 1)
        when 'attendee' then
          perform notify_live('user:' || patient_id, 'rows', tg_table_name) from appointments
          where id = value::uuid and patient_id is not null;
        when 'place' then
          perform notify_live('center:' || center_id, 'rows', tg_table_name) from appointments where id = value::uuid;
        when 'employer' then
          perform notify_live('center:' || center_id, 'rows', tg_table_name) from professionals where id = value::uuid;
        else
          perform notify_live(split_part(topic, ':', 1) || ':' || value, 'rows', tg_table_name);
      end case;
    end loop;
  end loop;
  return null;
end $$;

create trigger appointment_reminders_notify_rows after insert or update or delete on appointment_reminders
  for each row execute function notify_rows('attendee:appointment_id', 'place:appointment_id');
create trigger calendar_feeds_notify_rows after insert or update or delete on calendar_feeds
  for each row execute function notify_rows('user:user_id', 'center:center_id');
create trigger center_invitations_notify_rows after insert or update or delete on center_invitations
  for each row execute function notify_rows('desk:center_id');
create trigger center_members_notify_rows after insert or update or delete on center_members
  for each row execute function notify_rows('user:user_id', 'center:center_id', 'staff');
create trigger checkouts_notify_rows after insert or update or delete on checkouts
  for each row execute function notify_rows('user:patient_id', 'center:center_id');
create trigger clinical_record_accesses_notify_rows after insert on clinical_record_accesses
  for each row execute function notify_rows('attendee:appointment_id');
create trigger clinical_record_consents_notify_rows after insert or update or delete on clinical_record_consents
  for each row execute function notify_rows('user:patient_id', 'employer:professional_id');
create trigger closing_days_notify_rows after insert or update or delete on closing_days
  for each row execute function notify_rows('center:center_id');
create trigger commission_rates_notify_rows after insert or update or delete on commission_rates
  for each row execute function notify_rows('desk:center_id', 'staff');
create trigger commission_settlements_notify_rows after insert or update or delete on commission_settlements
  for each row execute function notify_rows('desk:center_id', 'staff');
create trigger commissions_notify_rows after insert or update or delete on commissions
  for each row execute function notify_rows('desk:center_id', 'staff');
create trigger compliance_checks_notify_rows after insert or update or delete on compliance_checks
  for each row execute function notify_rows('center:center_id', 'staff');
create trigger debt_reminders_notify_rows after insert or update or delete on debt_reminders
  for each row execute function notify_rows('attendee:appointment_id', 'place:appointment_id');
create trigger dismissed_reminders_notify_rows after insert or update or delete on dismissed_reminders
  for each row execute function notify_rows('user:user_id');
create trigger ended_therapies_notify_rows after insert or update or delete on ended_therapies
  for each row execute function notify_rows('user:patient_id');
create trigger guests_notify_rows after insert or update or delete on guests
  for each row execute function notify_rows('center:center_id');
create trigger identities_notify_rows after insert or update or delete on identities
  for each row execute function notify_rows('user:user_id');
create trigger measure_answers_notify_rows after insert or update or delete on measure_answers
  for each row execute function notify_rows('user:user_id', 'staff');
create trigger mfa_factors_notify_rows after insert or delete or update of status, friendly_name on mfa_factors
  for each row execute function notify_rows('user:user_id', 'staff');
create trigger moderation_actions_notify_rows after insert or update or delete on moderation_actions
  for each row execute function notify_rows('user:concerns_id', 'staff');
create trigger notification_preferences_notify_rows after insert or update or delete on notification_preferences
  for each row execute function notify_rows('user:user_id');
create trigger patient_exports_notify_rows after insert or update or delete on patient_exports
  for each row execute function notify_rows('center:center_id');
create trigger payments_notify_rows after insert or update or delete on payments
  for each row execute function notify_rows('attendee:appointment_id', 'center:center_id');
create trigger points_transactions_notify_rows after insert or update or delete on points_transactions
  for each row execute function notify_rows('user:user_id', 'staff');
create trigger professionals_notify_rows after insert or update or delete on professionals
  for each row execute function notify_rows('center:center_id', 'staff');
create trigger promotion_usage_notify_rows after insert or update or delete on promotion_usage
  for each row execute function notify_rows('user:user_id', 'center:center_id');
create trigger push_subscriptions_notify_rows after insert or update or delete on push_subscriptions
  for each row execute function notify_rows('user:user_id');
create trigger removed_reviews_notify_rows after insert or update or delete on removed_reviews
  for each row execute function notify_rows('user:patient_id', 'center:center_id', 'staff');
create trigger reports_notify_rows after insert or update or delete on reports
  for each row execute function notify_rows('user:reported_by', 'center:center_id', 'staff');
create trigger reviews_notify_rows after insert or update or delete on reviews
  for each row execute function notify_rows('user:patient_id', 'center:center_id', 'staff');
create trigger reward_redemptions_notify_rows after insert or update or delete on reward_redemptions
  for each row execute function notify_rows('user:user_id');
-- Every patient sees every reward and every public promotion.
create trigger rewards_notify_rows after insert or update or delete on rewards
  for each row execute function notify_rows('everyone');
create trigger services_notify_rows after insert or update or delete on services
  for each row execute function notify_rows('center:center_id', 'staff');
-- Their last use is written every few minutes, and the list of sessions is refetched by a timer.
create trigger sessions_notify_rows after insert or delete or update of aal, user_agent on sessions
  for each row execute function notify_rows('user:user_id');
create trigger telehealth_consents_notify_rows after insert or update or delete on telehealth_consents
  for each row execute function notify_rows('attendee:appointment_id', 'place:appointment_id');
create trigger terms_acceptances_notify_rows after insert or update or delete on terms_acceptances
  for each row execute function notify_rows('user:user_id');
create trigger till_closings_notify_rows after insert or update or delete on till_closings
  for each row execute function notify_rows('desk:center_id');
create trigger till_movements_notify_rows after insert or update or delete on till_movements
  for each row execute function notify_rows('desk:center_id');
create trigger time_off_notify_rows after insert or update or delete on time_off
  for each row execute function notify_rows('employer:professional_id');
create trigger user_points_notify_rows after insert or update or delete on user_points
  for each row execute function notify_rows('user:user_id', 'staff');
create trigger user_roles_notify_rows after insert or update or delete on user_roles
  for each row execute function notify_rows('user:user_id', 'staff');
create trigger weekly_hours_notify_rows after insert or update or delete on weekly_hours
  for each row execute function notify_rows('employer:professional_id');
-- Signing in writes last_sign_in_at, which only staff's own list shows.
create trigger users_notify_rows after update of email, new_email, email_verified_at, email_confirmed_at, encrypted_password,
  registration_pending on users
  for each row execute function notify_rows('user:id', 'staff');

-- A use of a promotion changes its count alone, which only its owners see.
create trigger promotions_notify_rows after insert or delete or update on promotions
  for each row execute function notify_rows('center:center_id', 'staff');
create function notify_published_promotion() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'used_count' = to_jsonb(new) - 'used_count' then return null; end if;
  -- The centre and staff are told of the others.
  if not (coalesce(new.is_public, false) or coalesce(old.is_public, false)) then return null; end if;
  perform notify_live('everyone', 'rows', tg_table_name);
  return null;
end $$;
create trigger promotions_notify_published after insert or delete or update on promotions
  for each row execute function notify_published_promotion();

-- The sealed content of these is large, so their rows are not compared.
create function notify_record() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || patient_id, 'rows', tg_table_name),
    notify_live('center:' || center_id, 'rows', tg_table_name)
  from appointments where id = coalesce(new.appointment_id, old.appointment_id) and patient_id is not null;
  return null;
end $$;
create trigger clinical_record_versions_notify_rows after insert or delete on clinical_record_versions
  for each row execute function notify_record();
create function notify_private_note() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || coalesce(new.author_id, old.author_id), 'rows', tg_table_name);
  return null;
end $$;
create trigger clinical_private_notes_notify_rows after insert or delete on clinical_private_notes
  for each row execute function notify_private_note();
create function notify_data_export() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || coalesce(new.user_id, old.user_id), 'rows', tg_table_name);
  return null;
end $$;
create trigger data_exports_notify_rows after insert or update or delete on data_exports
  for each row execute function notify_data_export();

-- A mail that reminds of an appointment was sent or refused: both sides see it.
create function notify_reminder_mail() returns trigger language plpgsql as $$
begin
  perform notify_live('center:' || center_id, 'rows', 'appointment_reminders'),
    case when patient_id is not null then notify_live('user:' || patient_id, 'rows', 'appointment_reminders') end
  from appointment_reminders join appointments on appointments.id = appointment_reminders.appointment_id
  where appointment_reminders.mail_id = new.id;
  return null;
end $$;
create trigger outbound_mails_notify_rows after update of sent_at, dropped_at on outbound_mails
  for each row when (old.sent_at is distinct from new.sent_at or old.dropped_at is distinct from new.dropped_at)
  execute function notify_reminder_mail();

-- What people see of a centre beside their own appointments: its name, address and status. The visits of the past follow with
-- the next refetch.
create function notify_center_profile() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - '{rating,total_reviews,search_text,updated_at,position}'::text[]
    = to_jsonb(new) - '{rating,total_reviews,search_text,updated_at,position}'::text[] then return null; end if;
  perform notify_live('center:' || coalesce(new.id, old.id), 'rows', tg_table_name);
  perform notify_live('user:' || coalesce(new.id, old.id), 'rows', tg_table_name);
  perform notify_live('staff', 'rows', tg_table_name);
  if tg_op = 'UPDATE' then
    perform notify_live('user:' || patient_id, 'rows', tg_table_name)
    from (select distinct patient_id from appointments
      where center_id = new.id and patient_id is not null and status in ('pending', 'confirmed')) booked;
  end if;
  return null;
end $$;
create trigger center_profiles_notify_rows after insert or update or delete on center_profiles
  for each row execute function notify_center_profile();

-- A person and the centres that see their name, telephone and status.
create function notify_profile() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'updated_at' = to_jsonb(new) - 'updated_at' then return null; end if;
  perform notify_live('user:' || new.id, 'rows', tg_table_name);
  perform notify_live('staff', 'rows', tg_table_name);
  perform notify_live('center:' || center_id, 'rows', tg_table_name)
  from (select center_id from appointments where patient_id = new.id
    union select center_id from conversations where patient_id = new.id
    union select center_id from center_members where user_id = new.id) known;
  return null;
end $$;
create trigger profiles_notify_rows after insert or update on profiles for each row execute function notify_profile();
create function notify_dependant() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || new.guardian_id, 'rows', tg_table_name);
  perform notify_live('center:' || center_id, 'rows', tg_table_name)
  from (select distinct center_id from appointments where patient_id = new.guardian_id and dependant_id = new.id) known;
  return null;
end $$;
create trigger dependants_notify_rows after insert or update on dependants
  for each row execute function notify_dependant();

-- The two parties; before the first message only the one that began it knows the conversation. Staff see reported messages.
create trigger conversations_notify_rows after update of patient_blocked_at, center_blocked_at, last_number
  on conversations for each row execute function notify_rows('user:patient_id', 'desk:center_id');
create trigger messages_notify_rows after update or delete on messages for each row execute function notify_rows('staff');
create trigger support_requests_notify_rows after insert or update or delete on support_requests
  for each row execute function notify_rows('staff');

-- Staff see the appointments of a person and of a centre. A hold is none yet.
create function notify_staff_of_appointment() returns trigger language plpgsql as $$
begin
  perform notify_live('staff', 'rows', tg_table_name);
  return null;
end $$;
create trigger appointments_notify_booked after insert on appointments
  for each row when (new.status <> 'held') execute function notify_staff_of_appointment();
create trigger appointments_notify_status after update of status, starts_at on appointments
  for each row when (old.status is distinct from new.status or old.starts_at is distinct from new.starts_at)
  execute function notify_staff_of_appointment();

-- A user who joins or leaves staff follows other topics from then on.
create function notify_roles() returns trigger language plpgsql as $$
begin
  if not (coalesce(old.role, '') in ('moderator', 'admin') or coalesce(new.role, '') in ('moderator', 'admin')) then
    return null;
  end if;
  perform notify_live('user:' || coalesce(new.user_id, old.user_id), 'membership', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger user_roles_notify after insert or update or delete on user_roles
  for each row execute function notify_roles();

comment on function notify_live is
  'notifies the live streams of a topic (user:<id>, center:<id> for every member, desk:<id> for owner and reception, staff, everyone)';
