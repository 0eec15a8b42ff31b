import type { OwnCenter } from '#contract/centers.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { presentListedAppointment, presentRequests } from '#server/features/appointments/routes/present-agenda.ts'
import { readFigures, readOwnCenter } from '../usecases/read-practice.ts'
import { readCenterProfile } from '../usecases/read-profile.ts'
import { readPublication } from '../usecases/read-publication.ts'
import { listMembershipsOf, requireMember, requireOwner } from '../usecases/require-member.ts'
import { removeCenterPicture, setCenterPicture } from '../usecases/update-pictures.ts'
import { setPin, setPublic, updateCenter } from '../usecases/update-profile.ts'
import { presentMembership, presentOwnCenter, presentProfile } from './present-center.ts'

export const practiceRoutes = {
  memberships: api.practice.memberships.handler(async ({ context }) => ({
    items: (await listMembershipsOf(context.platform.db, withUserId(context, {}))).map(presentMembership),
  })),

  figures: api.practice.figures.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, withUserId(context, input))
    const { now, requests, recent, ...figures } = await readFigures(context.platform, { member })
    return {
      ...figures,
      requests: presentRequests({ rows: requests, member, now }),
      recent: recent.map((row) => presentListedAppointment({ row, member, now })),
    }
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

  preview: api.practice.preview.handler(async ({ input: { centerId }, context }) => {
    const { platform } = context
    await requireMember(platform.db, withUserId(context, { centerId }))
    return presentProfile(await readCenterProfile(platform, { centerId, preview: true }))
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
    await setCenterPicture(context.platform, withUserId(context, { ...input, content }))
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
