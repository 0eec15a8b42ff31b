import { countReviewsByStars } from '#server/features/reviews/reviews.usecases.ts'
import type { RequestContext } from '#server/http/context.ts'
import { api, requireActor } from '#server/http/procedures.ts'
import { previewCenterProfile, requireMember, requireOwner } from '../centers.usecases.ts'
import { listMembershipsOf } from '../repository/members.ts'
import { removeCenterPicture, setCenterPicture } from '../usecases/change-pictures.ts'
import { setPin, setPublic, updateCenter } from '../usecases/change-profile.ts'
import { getFigures, getOwnCenter } from '../usecases/read-practice.ts'

export const practiceRoutes = {
  memberships: api.practice.memberships.handler(async ({ context }) => ({
    items: await listMembershipsOf(context.platform.db, requireActor(context)),
  })),

  figures: api.practice.figures.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, own(context, input))
    return getFigures(context.platform, { member })
  }),

  profile: api.practice.profile.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, own(context, input))
    return getOwnCenter(context.platform, input)
  }),

  preview: api.practice.preview.handler(async ({ input: { centerId }, context }) => {
    const { platform } = context
    await requireMember(platform.db, own(context, { centerId }))
    const reviewsByStars = await countReviewsByStars(platform, { centerId })
    return previewCenterProfile(platform, { centerId, reviewsByStars })
  }),

  update: api.practice.update.handler(async ({ input, context }) => {
    const { centerId, ...edit } = input
    await updateCenter(context.platform, { ...own(context, { centerId }), edit })
    return getOwnCenter(context.platform, { centerId })
  }),

  setPublic: api.practice.setPublic.handler(async ({ input, context }) => {
    await setPublic(context.platform, own(context, input))
    return getOwnCenter(context.platform, input)
  }),

  setPin: api.practice.setPin.handler(async ({ input, context }) => {
    await setPin(context.platform, own(context, input))
    return getOwnCenter(context.platform, input)
  }),

  setPicture: api.practice.setPicture.handler(async ({ input: { image, ...input }, context }) => {
    const content = new Uint8Array(await image.arrayBuffer())
    await setCenterPicture(context.platform, { ...own(context, input), content })
    return getOwnCenter(context.platform, input)
  }),

  removePicture: api.practice.removePicture.handler(async ({ input, context }) => {
    await removeCenterPicture(context.platform, own(context, input))
    return getOwnCenter(context.platform, input)
  }),
}

/** What is asked, with who asks. */
function own<Input>(context: RequestContext, input: Input): Input & { userId: string } {
  return { ...input, userId: requireActor(context).userId }
}
