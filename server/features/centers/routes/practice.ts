import type { OwnCenter } from '#contract/centers.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { findLatest } from '#server/features/notifications/repository/notifications.ts'
import { countedNetwork } from '#server/platform/addresses.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { dashboardAbilities } from '../centers.policy.ts'
import { listMembershipsOf } from '../repository/members.ts'
import { readOwnCenter } from '../usecases/read-own-center.ts'
import { readPublication } from '../usecases/read-publication.ts'
import { requireOwner } from '../usecases/require-member.ts'
import { removeCenterPicture, setCenterPicture } from '../usecases/update-pictures.ts'
import { setPin, setPublic, updateCenter } from '../usecases/update-profile.ts'
import { presentOwnCenter } from './present-center.ts'

/** So long the dashboard explains why it is no longer there. */
const endedDays = 30

export const practiceRoutes = {
  memberships: api.practice.memberships.handler(async ({ context }) => {
    const { db, clock } = context.platform
    const { userId } = withUserId(context, {})
    const rows = await listMembershipsOf(db, { userId })
    const since = new Date(clock.now().getTime() - endedDays * dayMs)
    const ended =
      rows.length === 0 ? await findLatest(db, { userId, event: 'centers.removed_member', since }) : undefined
    return { items: rows.map((row) => ({ ...row, ...dashboardAbilities(row) })), ended: ended ?? null }
  }),

  profile: api.practice.profile.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    return showOwnCenter(context, input)
  }),

  publication: api.practice.publication.handler(async ({ input, context }) => {
    const { db, clock } = context.platform
    await requireOwner(db, withUserId(context, input))
    return readPublication(db, { ...input, now: clock.now() })
  }),

  update: api.practice.update.handler(async ({ input, context }) => {
    const { centerId, version, ...edit } = input
    await updateCenter(context.platform, withUserId(context, { centerId, version, edit }))
    return showOwnCenter(context, { centerId })
  }),

  setPublic: api.practice.setPublic.handler(async ({ input, context }) => {
    await setPublic(context.platform, withUserId(context, input))
    return showOwnCenter(context, input)
  }),

  setPin: api.practice.setPin.handler(async ({ input, context }) => {
    await setPin(context.platform, withUserId(context, input))
    return showOwnCenter(context, input)
  }),

  setPicture: api.practice.setPicture.handler(async ({ input: { image, ...input }, context }) => {
    const content = new Uint8Array(await image.arrayBuffer())
    const network = countedNetwork(context.visitor.address)
    await setCenterPicture(context.platform, withUserId(context, { ...input, content, network }))
    return showOwnCenter(context, input)
  }),

  removePicture: api.practice.removePicture.handler(async ({ input, context }) => {
    await removeCenterPicture(context.platform, withUserId(context, input))
    return showOwnCenter(context, input)
  }),
}

async function showOwnCenter({ platform }: RequestContext, { centerId }: { centerId: string }): Promise<OwnCenter> {
  return presentOwnCenter(await readOwnCenter(platform, { centerId }))
}
