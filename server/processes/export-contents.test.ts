import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { buildAppointment } from '#server/testing/builders.ts'
import { fileText } from '#server/testing/file-text.ts'
import { buildOwnCenter } from '#server/testing/own-center.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { buildWholePerson } from '#server/testing/whole-person.ts'

import { downloadExport, requestExport } from './export-data.ts'

const platform = await testPlatform()

const newPerson = async (fullName = 'Ana Pérez') => (await buildSignedIn(platform, { fullName })).userId

type Json = { data: Record<string, unknown>; guide: Record<string, { title: string; fields: Record<string, string> }> }

async function prepareExport(userId: string): Promise<{ json: string; copy: Json; page: string }> {
  const { id } = await requestExport(platform, { userId })
  await runJobs(platform)
  const exportOfUser = { userId, exportId: id }
  const json = await fileText(await downloadExport(platform, { ...exportOfUser, format: 'json' }))
  const page = await fileText(await downloadExport(platform, { ...exportOfUser, format: 'html' }))
  return { json, copy: JSON.parse(json) as Json, page }
}

const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

describe('the content of a data export', () => {
  test('is everything in the rows about the user, in both formats', async () => {
    const { userId, texts } = await buildWholePerson(platform, { tag: 'Qwe' })
    const center = await buildOwnCenter(platform, { userId, tag: 'Qwe' })
    const { json, copy, page } = await prepareExport(userId)
    for (const text of [...Object.values(texts), ...Object.values(center.texts)]) {
      expect(json).toContain(text)
      expect(page).toContain(text)
    }
    const counts = Object.entries(copy.data).map(([name, part]) => [name, Array.isArray(part) ? part.length : 1])
    expect(Object.fromEntries(counts)).toEqual({
      account: 1,
      photo: 1,
      identities: 2,
      secondFactors: 1,
      sessions: 1,
      openLinks: 2,
      acceptedDocuments: 1,
      dependants: 2,
      taxData: 1,
      // Of the user, and of a dependant.
      contactFacts: 2,
      copies: 1,
      favorites: 1,
      notificationPreferences: 1,
      // The booking, the reply to the review, and two movements of points.
      notifications: 4,
      pushSubscriptions: 0,
      measures: 1,
      centerPatients: 0,
      patientExports: 0,
      patientImports: 0,
      centerAppointments: 0,
      centerPayments: 0,
      fiscalDocuments: 1,
      // One past, one cancelled, one future, and one hold.
      appointments: 4,
      reviews: 1,
      points: 1,
      pointMovements: 3,
      redemptions: 1,
      promotionUses: 1,
      // See export-practice.test.ts.
      promotions: 0,
      centerRewards: 0,
      center: 1,
      centerTaxData: 1,
      memberships: 1,
      // Mails to the user's address, and of their own centre.
      invitations: 2,
      professionals: 1,
      services: 1,
      documents: 1,
      hours: 12,
      timeOff: 1,
      deskPayments: 1,
      checkouts: 1,
      // See packages.test.ts.
      packages: 0,
      soldPackages: 0,
      packageOffers: 0,
      // See tills.test.ts.
      tillClosings: 0,
      debtReminders: 0,
      // See routes/conversations.test.ts.
      messages: 0,
      messageReports: 0,
      messageMeasures: 0,
      // See clinical-records.routes.test.ts and telehealth.routes.test.ts.
      clinicalRecords: 0,
      clinicalRecordAccesses: 0,
      // See no-show-objections.test.ts.
      noShowObjections: 0,
      // See consent-to-readers.test.ts.
      clinicalRecordConsents: 0,
      telehealthConsents: 0,
      // See private-notes.test.ts of the clinical records.
      privateNotes: 0,
      // See export-practice.test.ts.
      commissions: 0,
      commissionRates: 0,
      reviewReplies: 0,
      reviewReports: 0,
      removedReviews: 0,
      measureAnswers: 0,
      centerMeasures: 0,
      calendarFeeds: 1,
      supportRequests: 1,
      // Two links, an invitation, the booking and the acknowledgement, but no mail to the centre or the operator.
      mails: 7,
    })
    expect(copy.data.appointments).toMatchObject([
      {
        status: 'completed',
        attendeeName: texts.child,
        startsAt: '2026-11-17T12:00:00.000Z',
        homeAddress: texts.visitAddress,
        price: { cents: 150_000, currency: 'UYU' },
      },
      { status: 'cancelled', refundPercent: 50, refund: null },
      { status: 'confirmed', startsAt: '2026-11-23T12:00:00.000Z', attendeeName: texts.child },
      { status: 'held', startsAt: '2026-11-23T14:00:00.000Z', attendeeName: null },
    ])
    expect(copy.data.sessions).toMatchObject([
      { program: texts.device, address: texts.network, provedBy: ['password'], createdAt: '2026-11-20T12:00:00.000Z' },
    ])
    // The first went to the former address, the third to the intended one.
    expect(copy.data.mails).toMatchObject([
      { kind: 'accounts.signup' },
      { kind: 'accounts.recovery' },
      { kind: 'accounts.email_change_new' },
      { kind: 'centers.invitation' },
      { kind: 'appointments.booked' },
      { kind: 'support.acknowledged' },
      { kind: 'calendar_feeds.created' },
    ])
    expect(copy.data.photo).toMatchObject({ type: 'image/webp', base64: expect.stringMatching(/^UklG/) })
    expect(page).toContain('17 de noviembre de 2026 a las 09:00')
    expect(page).toMatch(/\$\s1\.500(?![,\d])/)
    expect(page).toContain('<img src="data:image/webp;base64,')
  })

  test('explains the meaning of every field', async () => {
    const { userId } = await buildWholePerson(platform, { tag: 'Wer' })
    await buildOwnCenter(platform, { userId, tag: 'Wer' })
    const { copy } = await prepareExport(userId)
    for (const [name, { fields }] of Object.entries(copy.guide)) {
      for (const entry of [copy.data[name]].flat()) {
        expect(Object.keys(fields).toSorted(), name).toEqual(Object.keys(entry as object).toSorted())
      }
    }
  })

  /** What the export leaves out of these tables: internal columns and credentials. It has every other column, so a new one is in it or here. */
  const internalColumns: Record<string, readonly string[]> = {
    users: ['encrypted_password', 'email_change_network', 'raw_app_meta_data', 'updated_at'],
    profiles: ['created_at', 'deleted_at'],
    identities: ['id', 'user_id', 'updated_at'],
    sessions: ['id', 'user_id', 'refresh_key', 'refresh_counter', 'amr', 'aal', 'aal2_counter', 'not_after'],
    mfa_factors: ['id', 'user_id', 'sealed_secret', 'failed_attempts', 'last_step', 'locked_until', 'updated_at'],
    terms_acceptances: ['user_id'],
    notification_preferences: ['user_id'],
    notifications: [
      'id',
      'user_id',
      'event',
      'thread',
      'href',
      'subject',
      'about_user_id',
      'about',
      'about_id',
      'about_state',
      'valid_until',
    ],
    user_points: ['user_id', 'last_movement_at'],
    // The centre is that of the appointment that the reference names.
    points_transactions: ['user_id', 'center_id', 'round', 'corrected_by'],
    promotion_usage: ['promotion_id', 'user_id', 'slot', 'center_id'],
    reward_redemptions: ['user_id', 'reward_id', 'idempotency_key', 'center_id', 'provider_id', 'handed_over_by'],
    dependants: ['guardian_id'],
    appointments: [
      'center_id',
      'professional_id',
      'agreed_professional_id',
      // The receipt says it.
      'vat_percent',
      'service_id',
      'series_id',
      // The centre's file that brought it in.
      'import_id',
      'import_line',
      'patient_id',
      // What the centre owes Senda.
      'keeps_commission',
      'closed_unproven',
      // Whether a cancellation counts in the centre's share.
      'cancelled_unproven',
      // A keyed hash of the network, until the appointment is over.
      'unproven_network',
      'replaces_id',
      'discount_payer',
      'discount_taken_by',
      'dependant_id',
      'guest_id',
      'idempotency_key',
      'attendee_id',
      'during',
      'type',
      'holder_key',
      'calendar_sequence',
      // When the job told of a change: its notification and mail are exported.
      'change_notified_at',
      'holder_address',
      // The mail of a warning, which is exported itself.
      'proof_mail_id',
    ],
    reviews: ['center_id', 'professional_id', 'patient_id', 'replied_by'],
    checkouts: [
      'payment_account_id',
      // Between the centre and Senda.
      'fee_amount',
      'taken_fee_amount',
      'unread_since',
      'noticed_payment_ids',
      'gateway_refunded_amount',
      'dispute',
      'disputed_at',
      'late_checks',
      'late_check_at',
      'patient_id',
      'center_id',
      'professional_id',
      'idempotency_key',
      'gateway',
      'gateway_payment_id',
      'decline_reason',
      // The package is exported itself.
      'package_offer_id',
      'package_terms',
      'promotion_use_id',
      'redemption_id',
      'page_id',
      'page_url',
      'seen_starts_at',
      'seen_place',
      'lines',
      'currency',
      'expires_at',
      'updated_at',
    ],
    calendar_feeds: ['user_id', 'center_id', 'professional_id', 'token_hash'],
    favorites: ['user_id', 'center_id'],
    patient_tax_data: ['user_id'],
    contact_facts: ['center_id', 'patient_id', 'dependant_id', 'person_id'],
    center_tax_data: ['center_id'],
    fiscal_documents: [
      ...['center_id', 'source', 'source_id', 'number', 'issuer_revision', 'lacks_receiver', 'recorded_at'],
      // The export has its name and number.
      'receiver_checkout_id',
    ],
    support_requests: ['id', 'user_id', 'idempotency_key', 'mail_id'],
    center_profiles: [
      'search_text',
      'offer_text',
      'profile_text',
      'profile_words',
      'language_keys',
      'position',
      'user_type',
      'withheld_approval_at',
      'has_payment_account',
    ],
    professionals: ['center_id', 'user_id', 'offered_modalities'],
    services: ['center_id', 'professional_id', 'weekly_starts', 'purposes', 'price_changed_at'],
    compliance_checks: ['center_id', 'file_name', 'uploaded_by', 'checked_by', 'was_approved'],
  }

  const renamedFields: Record<string, string> = {
    'users.raw_user_meta_data': 'signUpData',
    'identities.identity_data': 'providerData',
    'user_points.available_points': 'available',
    'user_points.lifetime_points': 'lifetime',
    'points_transactions.points_amount': 'points',
    'center_profiles.commission_rate': 'firstCommissionPercent',
    'appointments.paid_amount': 'paid',
    'appointments.discount_amount': 'discount',
    'appointments.deposit_amount': 'deposit',
    'services.deposit_amount': 'deposit',
    'promotion_usage.order_amount': 'order',
    'promotion_usage.discount_applied': 'discount',
    'reward_redemptions.maximum_discount': 'maximum',
    'reward_redemptions.discount_amount': 'discount',
    'checkouts.refunded_amount': 'refunded',
    'fiscal_documents.unit_price': 'price',
    'fiscal_documents.net_amount': 'net',
    'fiscal_documents.vat_amount': 'vat',
  }

  /** Empty in the rows below. Each holds a word of the server or of a payment gateway, and nothing that a person wrote. */
  const ownWords = [
    // A hash.
    'appointments.unproven_network',
    'appointments.deposit_for',
    'appointments.held_consent_version',
    'services.deposit_for',
    'appointments.moved_by',
    'appointments.discount_payer',
    'checkouts.decline_reason',
    'checkouts.dispute',
    'checkouts.page_id',
    'checkouts.page_url',
    // The terms of a package, which is exported itself: see packages.test.ts.
    'checkouts.package_terms',
    'checkouts.seen_place',
    'fiscal_documents.refers_to',
    'notifications.subject',
  ]

  test('includes every column that is not listed as internal', async () => {
    const { userId } = await buildWholePerson(platform, { tag: 'Ert' })
    await buildOwnCenter(platform, { userId, tag: 'Ert' })
    const { json, copy } = await prepareExport(userId)
    const fieldNames = Object.values(copy.guide).flatMap(({ fields }) => Object.keys(fields))
    const owners: Record<string, string> = {
      users: 'id',
      profiles: 'id',
      center_profiles: 'id',
      dependants: 'guardian_id',
    }
    for (const table of ['appointments', 'checkouts', 'reviews', 'contact_facts']) owners[table] = 'patient_id'
    for (const table of ['professionals', 'services', 'compliance_checks', 'center_tax_data', 'fiscal_documents'])
      owners[table] = 'center_id'
    const { rows: texts } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')`.execute(platform.db)
    const textColumns = new Set(texts.map(({ name }) => name))
    let values = 0
    const emptyColumns: string[] = []
    const unexported: string[] = []
    for (const [table, columns] of Object.entries(internalColumns)) {
      // The notification that the export is ready follows it.
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where ${sql.ref(owners[table] ?? 'user_id')} = ${userId}
        ${table === 'appointments' ? sql`or holder_key = ${`user:${userId}`}` : sql``}
        ${table === 'notifications' ? sql`and event <> 'accounts.data_export'` : sql``}`.execute(platform.db)
      expect(rows.length, table).toBeGreaterThan(0)
      for (const column of Object.keys(rows[0] ?? {})) {
        const name = `${table}.${column}`
        if (!rows.every((row) => row[column] === null || row[column] === '')) continue
        if (textColumns.has(name) && !ownWords.includes(name)) emptyColumns.push(name)
        if (!columns.includes(column) && !fieldNames.includes(renamedFields[name] ?? camelCase(column)))
          unexported.push(name)
      }
      for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
        if (columns.includes(column) || value === null) continue
        values += 1
        if (typeof value === 'string' || value instanceof Date) {
          expect(json, `${table}.${column}`).toContain(JSON.stringify(value).slice(1, -1))
        } else {
          // A number or a list is too common a text to search for.
          const name = renamedFields[`${table}.${column}`] ?? camelCase(column)
          expect(fieldNames, `${table}.${column}`).toContain(name)
        }
      }
    }
    expect(unexported, 'export it, or list it as internal').toEqual([])
    // These texts would pass the sweep of delete-account.test.ts unseen.
    expect(emptyColumns, 'fill it in server/testing/whole-person.ts or own-center.ts').toEqual([])
    expect(values).toBeGreaterThan(80)
  })

  test('has no data of another user', async () => {
    const person = await buildWholePerson(platform, { tag: 'Rty' })
    const other = await buildWholePerson(platform, { tag: 'Tyu' })
    const center = await buildOwnCenter(platform, { userId: other.userId, tag: 'Tyu' })
    const { json, page } = await prepareExport(person.userId)
    for (const text of [...Object.values(other.texts), ...Object.values(center.texts), other.userId, 'Tyu']) {
      expect(json).not.toContain(text)
      expect(page).not.toContain(text)
    }
  })

  test('of a centre has of its patients what its list of patients shows, and nothing else', async () => {
    const { userId: patientId } = await buildWholePerson(platform, { tag: 'Yui' })
    const center = await buildOwnCenter(platform, { userId: await newPerson(), tag: 'Uio' })
    await buildAppointment(platform, { ...center, patientId, startsAt: new Date('2026-12-01T12:00:00Z') })
    const { json } = await prepareExport(center.centerId)
    expect(json).toContain('Centro de Uio')
    const { data } = JSON.parse(json) as { data: Record<string, object[]> }
    expect(data.centerAppointments).toHaveLength(1)
    expect(data.centerPatients).toMatchObject([{ id: patientId, kind: 'patient', note: null, visits: 0 }])
    const { centerPatients: _shown, centerAppointments: _visits, ...rest } = data
    expect(JSON.stringify(rest)).not.toContain('Yui')
    const ofDependant = ['guardianName', 'relation', 'birthDate']
    const facts = ['cedula', 'cover', 'tags', 'note']
    const fields = ['name', ...ofDependant, 'phone', 'email', 'kind', ...facts, 'visits', 'noShows', 'lastVisit', 'id']
    expect(Object.keys(data.centerPatients?.[0] ?? {}).toSorted()).toEqual(fields.toSorted())
  })

  test('has no secret of any row', async () => {
    const { userId } = await buildWholePerson(platform, { tag: 'Iop' })
    const { json, page } = await prepareExport(userId)
    const { rows } = await sql<{ secret: string | Buffer | null }>`
      select encrypted_password as secret from users
      union all select token_hash from one_time_tokens union all select code_hash from one_time_tokens
      union all select code_hash from auth_codes union all select code_challenge from auth_codes
      union all select encode(refresh_key, 'hex') from sessions union all select encode(refresh_key, 'base64') from sessions
      union all select encode(sealed_secret, 'hex') from mfa_factors union all select encode(sealed_secret, 'base64') from mfa_factors
      union all select token_hash from calendar_feeds union all select holder_address from appointments union all select state_hash from oauth_states
      union all select browser_hash from oauth_states union all select nonce from oauth_states`.execute(platform.db)
    const secrets = rows.flatMap(({ secret }) => secret ?? [])
    expect(secrets.length).toBeGreaterThan(10)
    for (const secret of secrets) {
      expect(json).not.toContain(String(secret))
      expect(page).not.toContain(String(secret))
    }
  })

  test('shows typed markup as text, on a page without scripts', async () => {
    const userId = await newPerson('<script>alert("1")</script> & <b>Ana</b>')
    await platform.db
      .updateTable('users')
      .set({ raw_user_meta_data: JSON.stringify({ note: '</pre><img src=x onerror=alert(2)>' }) })
      .where('id', '=', userId)
      .execute()
    const { page } = await prepareExport(userId)
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;b&gt;Ana&lt;/b&gt;')
    expect(page).toContain('&lt;/pre&gt;&lt;img src=x onerror=alert(2)&gt;')
    expect(page).not.toMatch(/<script|<img|<link|<iframe|\son\w+=["']|https?:/i)
  })

  test('lists what is not stored when the account is new', async () => {
    const { page } = await prepareExport(await newPerson())
    expect(page).toContain('De esto no hay nada: Citas, ')
    expect(page).not.toContain('null')
  })
})
