import type { OwnTelehealth } from '#contract/telehealth.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import type { VirtualAppointment } from './telehealth.repository.ts'
import { isDecidable, isLinkShown, linkSpan } from './telehealth.rules.ts'
import { decideConsent, readOwnTelehealth, readTelehealthAtDesk } from './telehealth.usecases.ts'

type Shown = { appointment: VirtualAppointment; now: Date }

export const telehealthRoutes = {
  get: api.telehealth.get.handler(async ({ input, context }) =>
    presentOwn(await readOwnTelehealth(context.platform, withUserId(context, input))),
  ),
  decide: api.telehealth.decide.handler(async ({ input, context }) =>
    presentOwn(await decideConsent(context.platform, withUserId(context, input))),
  ),
  getAtDesk: api.telehealth.getAtDesk.handler(async ({ input, context }) => {
    const shown = await readTelehealthAtDesk(context.platform, withUserId(context, input))
    return { ...presentState(shown, { mayJoin: true }), hasAccount: shown.appointment.hasAccount }
  }),
}

function presentOwn(shown: Shown): OwnTelehealth {
  const { appointment, now } = shown
  const isGiven = appointment.decision === 'given'
  const mayDecide = isDecidable({ ...appointment, now })
  return {
    ...presentState(shown, { mayJoin: isGiven }),
    can: { give: mayDecide && !isGiven, revoke: mayDecide && isGiven },
  }
}

/** Before its time, and without consent, the link is not in the response at all. */
function presentState({ appointment, now }: Shown, { mayJoin }: { mayJoin: boolean }) {
  const { decision, textVersion, decidedAt, link } = appointment
  const { linkFrom, linkUntil } = linkSpan(appointment)
  return {
    consent:
      decision && textVersion && decidedAt ? { decision, textVersion, decidedAt: decidedAt.toISOString() } : null,
    linkFrom: linkFrom.toISOString(),
    linkUntil: linkUntil.toISOString(),
    link: mayJoin && isLinkShown({ ...appointment, now }) ? link : null,
    hasLink: link !== null,
  }
}
