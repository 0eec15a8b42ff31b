import { api, withUserId } from '#server/api/procedures.ts'
import { isDecidable, isLinkShown, linkSpan } from './telehealth.rules.ts'
import { readOwnTelehealth, readTelehealthAtDesk, type TelehealthState } from './telehealth.usecases.ts'

export const telehealthRoutes = {
  get: api.telehealth.get.handler(async ({ input, context }) =>
    presentOwn(await readOwnTelehealth(context.platform, withUserId(context, input))),
  ),
  getAtDesk: api.telehealth.getAtDesk.handler(async ({ input, context }) => {
    const state = await readTelehealthAtDesk(context.platform, withUserId(context, input))
    return { ...presentState(state, { mayJoin: true }), hasAccount: state.appointment.hasAccount }
  }),
}

export function presentOwn(state: TelehealthState) {
  const { appointment, now } = state
  const isGiven = appointment.decision === 'given'
  const { isAddressProven } = appointment
  const mayDecide = isDecidable({ ...appointment, now })
  return {
    // One room serves all patients of the professional, so an account that costs nothing doesn't get it.
    ...presentState(state, { mayJoin: isGiven && isAddressProven }),
    isAddressProven,
    can: { give: mayDecide && !isGiven, revoke: mayDecide && isGiven },
  }
}

/** Outside its time, without consent or a confirmed address, the link is not in the response. */
function presentState({ appointment, now }: TelehealthState, { mayJoin }: { mayJoin: boolean }) {
  const { decision, textVersion, decidedAt, link } = appointment
  return {
    consent: decision && textVersion && decidedAt ? { decision, textVersion, decidedAt } : null,
    ...linkSpan(appointment),
    link: mayJoin && isLinkShown({ ...appointment, now }) ? link : null,
    hasLink: link !== null,
  }
}
