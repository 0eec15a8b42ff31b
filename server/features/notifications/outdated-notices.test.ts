import { describe, expect, test } from 'vitest'
import { storeToken } from '#server/features/auth/links/one-time-tokens.ts'
import { hashSecret, newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { MailKind } from '#server/platform/mail-kinds.ts'
import { buildAppointment, buildCenter, buildPatient } from '#server/testing/builders.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { buildDeskPayment } from '#server/testing/payments.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildPromotion } from '#server/testing/promotions.ts'

const platform = await testPlatform()
const { db, clock } = platform

type Changing = { kind: MailKind; build: () => Promise<{ id: string; change: () => Promise<unknown> }> }

const subjects: Changing[] = [
  {
    kind: 'accounts.recovery',
    async build() {
      const { patientId: userId } = await buildPatient(platform)
      const email = `${userId}@prueba.uy`
      const token = { platform, userId, email, kind: 'recovery', challenge: undefined } as const
      const { id } = await db.transaction().execute((tx) => storeToken(tx, token))
      return { id, change: () => db.deleteFrom('one_time_tokens').where('id', '=', id).execute() }
    },
  },
  {
    kind: 'centers.invitation',
    async build() {
      const { centerId } = await buildCenter(platform)
      const id = newId()
      const now = clock.now()
      const row = {
        id,
        center_id: centerId,
        email: `${id}@prueba.uy`,
        member_role: 'reception',
        token_hash: hashSecret(id),
      }
      const times = { sent_at: now, created_at: now, expires_at: new Date(now.getTime() + 14 * dayMs) }
      await db
        .insertInto('center_invitations')
        .values({ ...row, ...times })
        .execute()
      return { id, change: () => db.deleteFrom('center_invitations').where('id', '=', id).execute() }
    },
  },
  {
    kind: 'tills.debt_reminder',
    async build() {
      const visit = await buildAppointment(platform, {
        status: 'completed',
        startsAt: new Date(clock.now().getTime() - dayMs),
      })
      return { id: visit.appointmentId, change: () => buildDeskPayment(platform, { ...visit, now: clock.now() }) }
    },
  },
  {
    kind: 'reviews.request',
    async build() {
      const visit = await buildAppointment(platform, {
        status: 'completed',
        startsAt: new Date(clock.now().getTime() - dayMs),
      })
      const review = {
        id: newId(),
        appointment_id: visit.appointmentId,
        center_id: visit.centerId,
        professional_id: visit.professionalId,
        patient_id: visit.patientId,
        rating: 5,
      }
      return { id: visit.appointmentId, change: () => db.insertInto('reviews').values(review).execute() }
    },
  },
  {
    kind: 'conversations.unread',
    async build() {
      const { conversationId: id } = await buildConversation(platform)
      const blocked = db.updateTable('conversations').set({ patient_blocked_at: clock.now() }).where('id', '=', id)
      return { id, change: () => blocked.execute() }
    },
  },
  {
    kind: 'conversations.unread.center',
    async build() {
      const { conversationId: id } = await buildConversation(platform)
      const blocked = db.updateTable('conversations').set({ center_blocked_at: clock.now() }).where('id', '=', id)
      return { id, change: () => blocked.execute() }
    },
  },
  {
    kind: 'conversations.measure',
    async build() {
      const { conversationId } = await buildConversation(platform)
      const { id } = await db
        .selectFrom('messages')
        .select('id')
        .where('conversation_id', '=', conversationId)
        .executeTakeFirstOrThrow()
      const removed = db.updateTable('messages').set({ removed_at: clock.now() }).where('id', '=', id)
      return { id, change: () => removed.execute() }
    },
  },
  {
    kind: 'promotions.announced',
    async build() {
      const { centerId } = await buildCenter(platform)
      const { promotionId: id } = await buildPromotion(platform, { centerId })
      return { id, change: () => db.updateTable('promotions').set({ is_active: false }).where('id', '=', id).execute() }
    },
  },
  {
    kind: 'accounts.data_export',
    async build() {
      const { patientId } = await buildPatient(platform)
      const id = newId()
      await db.insertInto('data_exports').values({ id, user_id: patientId, created_at: clock.now() }).execute()
      return { id, change: () => db.deleteFrom('data_exports').where('id', '=', id).execute() }
    },
  },
  {
    kind: 'compliance.lapsing',
    async build() {
      const { centerId } = await buildCenter(platform)
      const id = newId()
      const check = { id, center_id: centerId, check_type: 'insurance', created_at: clock.now() }
      await db.insertInto('compliance_checks').values(check).execute()
      const renewed = db.updateTable('compliance_checks').set({ expiry_date: '2030-01-01' }).where('id', '=', id)
      return { id, change: () => renewed.execute() }
    },
  },
  {
    kind: 'accounts.measure',
    async build() {
      const { patientId: id } = await buildPatient(platform)
      const banned = db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', id)
      return { id, change: () => banned.execute() }
    },
  },
  {
    kind: 'centers.measure',
    async build() {
      const { centerId: id } = await buildCenter(platform)
      const withdrawn = db.updateTable('center_profiles').set({ approved_at: null }).where('id', '=', id)
      return { id, change: () => withdrawn.execute() }
    },
  },
]

describe('a mail that waited for the mail server', () => {
  test.each(subjects)(
    'of the kind $kind is sent while what it says is true, and never afterwards',
    async ({ kind, build }) => {
      const server = await startMailServer()
      const settings = { ...platform.settings, demo: false, smtpUrl: `smtp://127.0.0.1:${server.port}` }
      const { id: aboutId, change } = await build()
      const mail = {
        to: 'ana@ejemplo.uy',
        kind,
        aboutId,
        subject: 'Hola',
        html: '<p>Hola</p>',
        text: 'Hola',
        isCounted: true,
      }
      const send = async () => {
        await runJobs({ ...platform, settings }, { only: 'mail.send' })
        return server.received.splice(0).length
      }
      await queueMail(db, { platform, ...mail })
      expect(await send()).toBe(1)
      await queueMail(db, { platform, ...mail })
      await change()
      expect(await send()).toBe(0)
      const [row] = await db
        .selectFrom('outbound_mails')
        .where('about_id', '=', aboutId)
        .where('sent_at', 'is', null)
        .select(['drop_reason as reason', 'sealed_body as body'])
        .execute()
      expect(row).toEqual({ reason: 'outdated', body: null })
    },
  )
})
