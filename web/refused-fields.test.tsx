// @vitest-environment happy-dom
import { traverseContractProcedures } from '@orpc/server'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import type { Me } from '#contract/accounts.ts'
import type { OwnCenter } from '#contract/centers.ts'
import type { Contact } from '#contract/contacts.ts'
import { contract } from '#contract/contract.ts'
import type { TeamProfessional } from '#contract/team.ts'
import type { Dependant } from '#web/features/accounts/account/dependants/dependant-card.tsx'
import { DependantDialog } from '#web/features/accounts/account/dependants/dependant-dialog.tsx'
import { ProfileForm as PersonForm } from '#web/features/accounts/account/profile/profile-form.tsx'
import { CompleteRegistrationForm } from '#web/features/accounts/registration/complete-registration-form.tsx'
import { TimeOffDialog } from '#web/features/availability/time-off-dialog.tsx'
import { CenterHelp } from '#web/features/contact/center-help.tsx'
import { GuestForm } from '#web/features/contacts/guest-form.tsx'
import { PinCard } from '#web/features/practice/profile/pin-card.tsx'
import { ProfileForm } from '#web/features/practice/profile/profile-form.tsx'
import { RegisterInvited } from '#web/features/team/invitation/register-invited.tsx'
import { InviteDialog } from '#web/features/team/invite-dialog.tsx'
import { ProfessionalDialog } from '#web/features/team/professional-dialog.tsx'
import { ServiceDialog } from '#web/features/team/service-dialog.tsx'
import { type Answer, draw, refusalOf, saidBeside, submit, type } from '#web/platform/screen-under-test.tsx'

const server = vi.hoisted(() => ({ answer: (() => undefined) as Answer }))
vi.mock('#web/platform/api.ts', async () => {
  const { apiUnderTest } = await import('#web/platform/screen-under-test.tsx')
  const tools = apiUnderTest((call) => server.answer(call))
  return { useApi: () => tools }
})
// What the browser would refuse first has its own tests: here every form is sent, and the server refuses.
vi.mock('#web/platform/form-resolver.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  formResolver: () => async (values: object) => ({ values, errors: {} }),
}))
vi.mock('#web/platform/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useSession: () => ({ status: 'signedIn' }),
}))
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useBlocker: () => ({ status: 'idle' }),
  useRouter: () => ({ history: { replace: () => undefined } }),
}))

const centerId = '00000000-0000-4000-8000-000000000001'
const own: OwnCenter = {
  id: centerId,
  name: 'Centro Ombú',
  description: 'Psicoterapia para adultos.',
  specialties: ['Psicología', 'Reiki', 'Yoga', 'Masajes'],
  languages: ['Español'],
  modalities: ['Presencial'],
  address: 'Benito Blanco 1234',
  neighborhood: 'Pocitos',
  department: 'Montevideo',
  phone: '+598 2710 1234',
  contactEmail: 'hola@ombu.uy',
  alternativeEmail: '',
  website: '',
  instagram: '',
  facebook: '',
  sessionDuration: 60,
  confirmsManually: false,
  lateRefundPercent: 50,
  cancellationPolicy: '',
  latitude: -34.9,
  longitude: -56.1,
} as OwnCenter
const professional = {
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Elena Bidegain',
  title: '',
  specialties: ['Psicología', 'Reiki', 'Yoga', 'Masajes'],
  modalities: ['Online'],
  videoPlatform: 'Zoom',
  registrationNumber: '',
  bio: '',
  hasAccount: false,
  services: [],
} as unknown as TeamProfessional
const me = { fullName: 'Elena Bidegain', phone: null, address: null, emergencyContact: null, email: 'e@x.uy' } as Me
const contact = { id: centerId, name: 'Elena', phone: null, email: null } as Contact
const dependant = { id: centerId, fullName: 'Mía Bidegain', birthDate: '2018-03-01', relation: 'Hija' } as Dependant
const nothing = () => undefined

type Case = {
  form: string
  screen: ReactNode
  route: string
  renamed?: Record<string, string>
  typed?: Record<string, string>
}
const cases: Case[] = [
  { form: "the centre's profile", screen: <ProfileForm own={own} />, route: 'practice.update' },
  {
    form: 'a known professional',
    screen: <ProfessionalDialog centerId={centerId} professional={professional} open onClose={nothing} />,
    route: 'team.updateProfessional',
  },
  {
    form: 'a new professional',
    screen: <ProfessionalDialog centerId={centerId} professional={undefined} open onClose={nothing} />,
    route: 'team.addProfessional',
  },
  {
    form: 'a new service',
    screen: (
      <ServiceDialog centerId={centerId} professional={professional} service={undefined} open onClose={nothing} />
    ),
    route: 'team.addService',
    renamed: { priceCents: 'price', durationMinutes: 'duration' },
  },
  {
    form: 'an invitation',
    screen: <InviteDialog centerId={centerId} professionals={[professional]} open onClose={nothing} />,
    route: 'team.invite',
  },
  {
    form: 'the registration of an invited person',
    screen: <RegisterInvited token="x" centerName="Centro Ombú" />,
    route: 'team.registerInvited',
  },
  { form: "the centre's pin", screen: <PinCard own={own} />, route: 'practice.setPin' },
  {
    form: 'what the centre knows of a guest',
    screen: <GuestForm centerId={centerId} contact={contact} note="" onClose={nothing} />,
    route: 'contacts.updateGuest',
  },
  { form: 'a request for help', screen: <CenterHelp />, route: 'centers.requestHelp' },
  { form: "a person's own data", screen: <PersonForm me={me} />, route: 'accounts.updateProfile' },
  {
    form: "a centre's registration that another provider began",
    screen: <CompleteRegistrationForm me={me} kind="center" onCompleted={async () => undefined} />,
    route: 'accounts.completeRegistration',
    typed: { centerName: 'Centro Ombú', specialty: 'Psicología' },
  },
  {
    form: "a patient's registration that another provider began",
    screen: <CompleteRegistrationForm me={me} kind="patient" onCompleted={async () => undefined} />,
    route: 'accounts.completeRegistration',
  },
  {
    form: 'a dependant',
    screen: <DependantDialog dependant={dependant} open onClose={nothing} />,
    route: 'dependants.update',
  },
  {
    form: 'time off',
    screen: (
      <TimeOffDialog
        centerId={centerId}
        people={[{ professionalId: professional.id, name: 'Elena' }]}
        chosenId={professional.id}
        open
        onClose={nothing}
      />
    ),
    route: 'availability.addTimeOff',
    renamed: { startsAt: 'from', endsAt: 'to' },
  },
]

/** What the server can refuse of a route's input, entries of lists included: `specialties.3`. */
function pathsOf(name: string): string[] {
  let fields: [string, z.core.$ZodType][] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    const { inputSchema } = procedure['~orpc']
    if (path.join('.') === name && inputSchema instanceof z.ZodType) fields = fieldsOf(inputSchema)
  })
  return fields.flatMap(([field, schema]) => (isList(schema) ? [field, `${field}.0`, `${field}.3`] : [field]))
}

function fieldsOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in)
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(fieldsOf)
  if (schema instanceof z.ZodIntersection) return [...fieldsOf(schema.def.left), ...fieldsOf(schema.def.right)]
  return []
}

function isList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodPipe) return isList(schema.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap())
  return schema instanceof z.ZodArray
}

test.each(cases)(
  'whatever the server refuses of $form appears on the screen',
  async ({ screen, route, renamed, typed = {} }) => {
    const paths = pathsOf(route)
    expect(paths.length).toBeGreaterThan(0)
    let refused: { path: string; message: string } | undefined
    let sent = 0
    server.answer = (call) => {
      if (call.route === 'accounts.me') return { userType: 'center' }
      if (call.route === 'practice.profile') return own
      if (call.route.startsWith('centers.') && call.route !== route) return { items: [] }
      expect(call.route).toBe(route)
      sent += 1
      throw refusalOf(...(refused ? [refused] : []))
    }
    await draw(screen, new QueryClient({ defaultOptions: { queries: { retry: false } } }))
    for (const [name, value] of Object.entries(typed)) await type(name, value)
    for (const path of paths) {
      refused = { path, message: `Algo anda mal en ${path}` }
      const before = sent
      await submit()
      expect(sent, `${path}: the form was sent`).toBe(before + 1)
      expect(document.body.textContent, path).toContain(refused.message)
      const field = path.split('.')[0] ?? ''
      const name = renamed?.[field] ?? field
      if (document.querySelector(`[name="${name}"]`)) expect(saidBeside(name), path).toContain(refused.message)
    }
  },
)

test.each([
  ['the profile', <ProfileForm key="profile" own={own} />, ['specialties.3', 'languages.0']],
  [
    "the professional's dialog",
    <ProfessionalDialog key="dialog" centerId={centerId} professional={professional} open onClose={nothing} />,
    ['specialties.3'],
  ],
] as const)('one refused entry of a list is named beside the list in %s', async (_, screen, paths) => {
  server.answer = () => {
    throw refusalOf(...paths.map((path) => ({ path, message: `Puede tener hasta 60 caracteres (${path})` })))
  }
  await draw(screen)
  await submit()
  for (const path of paths) {
    expect(saidBeside(path.split('.')[0] ?? '')).toContain(`Puede tener hasta 60 caracteres (${path})`)
  }
})
