import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { updateProfile } from '#server/features/accounts/usecases/update-profile.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'
import { inventPeople, type Person, phoneNumber } from './people.ts'
import { randomFor } from './random.ts'

/** The only demo accounts that can sign in. */
export const demoAccounts = [
  { email: 'paciente@demo.uy', fullName: 'Lucía Pereira', role: 'patient' },
  { email: 'centro@demo.uy', fullName: 'Martín Etcheverry', role: 'center' },
  { email: 'moderador@demo.uy', fullName: 'Verónica Bentancor', role: 'moderator' },
  { email: 'admin@demo.uy', fullName: 'Álvaro Techera', role: 'admin' },
] as const
export type DemoEmail = (typeof demoAccounts)[number]['email']

export const demoPassword = 'Senda-2026!'

const patientCount = 150

export async function createDemoAccounts(
  platform: DemoPlatform,
  { days }: { days: Days },
): Promise<Record<DemoEmail, string>> {
  platform.clock.set(days.at(-210, 10 * 60))
  const entries: [string, string][] = []
  for (const { email, fullName, role } of demoAccounts) {
    const userId = await createAccount(platform, { email, fullName, roles: [role], password: demoPassword })
    if (userId === undefined) throw new Error(`${email} has an account already`)
    entries.push([email, userId])
  }
  return Object.fromEntries(entries) as Record<DemoEmail, string>
}

export type Lucia = { userId: string; mateoId: string }

/** The patient of paciente@demo.uy: a complete profile and two dependants. */
export async function completeLucia(platform: DemoPlatform, { userId }: { userId: string }): Promise<Lucia> {
  await updateProfile(platform, {
    userId,
    profile: {
      full_name: 'Lucía Pereira',
      phone: '+598 90 412 673',
      address: 'Chucarro 1187, Pocitos',
      emergency_contact: 'Andrés Silva, +598 90 418 220',
    },
    // Nothing was written about them yet.
    onNewIdentity: async () => {},
  })
  const mateo = { fullName: 'Mateo Silva Pereira', birthDate: '2019-03-14', relation: 'Hijo' }
  const { id: mateoId } = await createDependant(platform, { userId, details: mateo })
  const elena = { fullName: 'Elena Rossi', birthDate: '1948-09-02', relation: 'Madre' }
  await createDependant(platform, { userId, details: elena })
  return { userId, mateoId }
}

export type Patient = Person & { userId: string }

/** Patients without a password, so that no visitor can sign in as them. */
export async function createPatients(platform: DemoPlatform, { days }: { days: Days }): Promise<Patient[]> {
  const random = randomFor('patients')
  const invent = inventPeople('patients')
  const patients: Patient[] = []
  for (let index = 0; index < patientCount; index++) {
    const person = invent()
    platform.clock.set(days.at(-random.between(150, 400), random.between(8 * 60, 22 * 60)))
    const userId = await createAccount(platform, {
      email: `${person.slug.replaceAll('-', '.')}@demo.uy`,
      fullName: person.fullName,
      roles: ['patient'],
      password: null,
      phone: phoneNumber(random, 'mobile'),
    })
    if (userId === undefined) throw new Error(`${person.slug} has an account already`)
    patients.push({ ...person, userId })
  }
  return patients
}
