import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { insertCenter } from '#server/features/centers/repository/centers.ts'
import { addProfessionalIn } from '#server/features/centers/usecases/add-professional.ts'
import { setWeeklyHours } from '#server/features/centers/usecases/set-hours.ts'
import { setPublic } from '#server/features/centers/usecases/update-profile.ts'
import { addService } from '#server/features/centers/usecases/update-services.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { addTimeOff } from '#server/processes/add-time-off.ts'
import type { PlannedCenter } from './centers.plan.ts'
import type { DemoPlatform } from './demo-platform.ts'
import type { PlannedProfessional, PlannedService } from './professionals.plan.ts'

export type DemoProfessional = Omit<PlannedProfessional, 'services'> & {
  professionalId: string
  services: (PlannedService & { serviceId: string })[]
}
export type DemoCenter = Omit<PlannedCenter, 'team'> & { centerId: string; team: DemoProfessional[] }

/** `owner` already has an account; without it, the first professional gets one without a password. */
export async function createDemoCenter(
  platform: DemoPlatform,
  { plan, owner }: { plan: PlannedCenter; owner: { userId: string; email: string; fullName: string } | undefined },
): Promise<DemoCenter> {
  const { draft } = plan
  platform.clock.set(plan.createdAt)
  const centerId =
    owner?.userId ??
    (await createAccount(platform, {
      email: plan.email,
      fullName: plan.owner.fullName,
      roles: ['center'],
      password: null,
      phone: plan.phone,
    }))
  if (centerId === undefined) throw new Error(`${plan.email} has an account already`)
  const center = {
    ownerId: centerId,
    name: plan.name,
    email: owner?.email ?? plan.email,
    ownerName: owner?.fullName ?? plan.owner.fullName,
    phone: plan.phone,
    whatsapp: plan.whatsapp,
    address: draft.address,
    neighborhood: plan.neighborhood,
    department: plan.department,
    description: plan.description,
    modalities: plan.modalities,
    languages: plan.languages,
    covers: plan.covers,
    coordinates: plan.coordinates,
    isPinExact: plan.isPinExact,
    confirmsManually: draft.confirmsManually ?? false,
    lateRefundPercent: draft.policy?.lateRefundPercent ?? 50,
    cancellationPolicy: draft.policy?.text ?? '',
  }
  await platform.db.transaction().execute((tx) => insertCenter(tx, { center, now: platform.clock.now() }))
  const team: DemoProfessional[] = []
  for (const professional of plan.team) {
    // Teams are listed in the order in which people joined.
    platform.clock.advance(dayMs / 24)
    const userId = owner === undefined && professional.person === plan.owner ? centerId : null
    team.push(await createProfessional(platform, { plan: professional, centerId, userId }))
  }
  platform.clock.set(plan.approvedAt)
  if (!draft.isHidden) await setPublic(platform, { centerId, userId: centerId, isPublic: true })
  await addAbsences(platform, { centerId, team })
  return { ...plan, centerId, team }
}

/** Adds each absence two months before it begins, because time off must begin within two years. */
async function addAbsences(
  platform: DemoPlatform,
  { centerId, team }: { centerId: string; team: readonly DemoProfessional[] },
): Promise<void> {
  for (const { professionalId, timeOff } of team) {
    const byOwner = { userId: centerId, centerId, professionalIds: [professionalId], preview: false }
    for (const absence of timeOff) {
      platform.clock.set(new Date(absence.startsAt.getTime() - 60 * dayMs))
      await addTimeOff(platform, { ...byOwner, absence })
    }
  }
}

async function createProfessional(
  platform: DemoPlatform,
  { plan, centerId, userId }: { plan: PlannedProfessional; centerId: string; userId: string | null },
): Promise<DemoProfessional> {
  const { person, title, specialties, modalities, ages, videoPlatform, videoLink, registrationNumber, bio, photoUrl } =
    plan
  const professional = {
    centerId,
    userId,
    name: person.fullName,
    title,
    specialties,
    modalities,
    ages,
    gender: person.gender,
    videoPlatform,
    videoLink,
    registrationNumber,
    bio,
    photoUrl,
  }
  // Not by the use case of the owner's form, which can set neither the photo's URL nor the account.
  const { professionalId } = await platform.db.transaction().execute(async (tx) => {
    const added = await addProfessionalIn(tx, { professional, now: platform.clock.now() })
    await setWeeklyHours(tx, { ...added, intervals: plan.hours })
    return added
  })
  const services: DemoProfessional['services'] = []
  for (const service of plan.services) {
    const { serviceId } = await addService(platform, {
      userId: centerId,
      service: { centerId, professionalId, ...service },
    })
    services.push({ ...service, serviceId })
  }
  return { ...plan, professionalId, services }
}
