import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { cancellationTerms } from './cancellation.ts'
import { pickErrors } from './errors.ts'
import { typedName } from './names.ts'
import { optionalPhone } from './phones.ts'
import { registrationCompletion } from './registration.ts'
import { roles, staffRoles } from './roles.ts'
import { route } from './route.ts'
import { cents, id, instant, typedText, version } from './values.ts'

export const accountErrors = {
  'accounts.not_found': { status: 404, message: 'No encontramos esa cuenta.' },
  'accounts.already_registered': { status: 409, message: 'Tu registro ya está completo.' },
  'accounts.not_an_image': {
    status: 422,
    message: 'Ese archivo no es una imagen que podamos usar. Prueba con una foto JPG, PNG o WebP.',
  },
  'accounts.reauthentication_needed': {
    status: 403,
    message: 'Por seguridad, escribe tu contraseña actual o vuelve a iniciar sesión.',
  },
  'accounts.wrong_password': { status: 403, message: 'La contraseña actual no es esa.' },
  'accounts.last_administrator': {
    status: 409,
    message: 'Eres la única persona con permiso de administrar: da antes ese permiso a otra.',
  },
  'accounts.center_busy': {
    status: 409,
    message: 'Tu centro tiene citas por delante. Cancélalas o espera a que pasen antes de eliminar la cuenta.',
  },
  'accounts.center_has_packages': {
    status: 409,
    message:
      'Tu centro vendió bonos con sesiones sin usar. Devuelve lo que queda de cada uno desde Pacientes antes de eliminar la cuenta.',
  },
  'accounts.center_owes': {
    status: 409,
    message:
      'Tu centro nos debe dinero por pagos que se devolvieron. Escríbenos para saldarlo antes de eliminar la cuenta.',
  },
} as const satisfies ErrorMap

export const socialProviders = ['google', 'facebook', 'apple'] as const
export type SocialProvider = (typeof socialProviders)[number]

export const signInMethods = z.object({
  /** Those that the operator has set up; of the others users read nothing. */
  providers: z.array(z.enum(socialProviders)),
  captcha: z.object({ provider: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() }).nullable(),
  requireEmailConfirmation: z.boolean(),
})
export type SignInMethods = z.output<typeof signInMethods>

export const me = z.object({
  userId: id,
  /** The version covers the fields that the profile form edits. */
  version,
  email: z.string(),
  emailConfirmed: z.boolean(),
  userType: z.enum(['patient', 'center']),
  roles: z.array(z.enum(roles)),
  fullName: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  emergencyContact: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** True after a first social sign-in, until `completeRegistration` states the kind of account. */
  registrationPending: z.boolean(),
  /** Where signing in leads: the patient's dashboard, the centre's, the agenda of the member's centre, or for staff the administration. */
  homePath: z.string(),
  createdAt: instant,
  can: z.object({
    /** In production the session also needs a second factor to open the staff area. */
    administer: z.boolean(),
    /** Read the health of the service, and retry its failed jobs. */
    superviseService: z.boolean(),
    /** Request help from Senda's team with the first steps of the own centre. */
    requestHelp: z.boolean(),
  }),
})
export type Me = z.output<typeof me>

export const profileEdit = z.object({
  fullName: typedName({ min: 1, max: 200, message: 'Por favor ingresa tu nombre' }),
  phone: optionalPhone.nullable(),
  address: typedText({ max: 300 }).nullable(),
  emergencyContact: typedText({ max: 300 }).nullable(),
})

export const security = z.object({
  hasPassword: z.boolean(),
  /** The sign-in is recent, so the form does not require the current password. */
  isRecentSignIn: z.boolean(),
  /** The new address, used once both addresses have confirmed the change. */
  newEmail: z.string().nullable(),
})

/** What deleting the account would delete and keep, in numbers; `blockedBy`: the error with which deletion would fail now. */
export const deletionConsequences = z.object({
  upcomingAppointments: z.number().int(),
  pastAppointments: z.number().int(),
  reviews: z.number().int(),
  dependants: z.number().int(),
  /** Of both sides, in the conversations of the account with centres. */
  messages: z.number().int(),
  points: z.number().int(),
  /** Redeemed and not used. */
  rewards: z.number().int(),
  /** The sessions left of packages that the account bought. */
  packageSessions: z.number().int(),
  payments: z.object({ count: z.number().int(), cents }),
  /**
   * What was paid for the upcoming appointments and not yet given back, and what their cancellation gives back and loses, under
   * each centre's rule of this moment.
   */
  upcomingPayments: z.object({
    paidCents: cents,
    refundCents: cents,
    lostCents: cents,
    /** The appointments whose payment is not given back as a whole, the next first. */
    losses: z.array(
      z.object({
        startsAt: instant,
        centerName: z.string(),
        worksAlone: z.boolean(),
        professionalName: z.string(),
        paidCents: cents,
        lostCents: cents,
        cancellation: cancellationTerms,
      }),
    ),
  }),
  /** Direct payments that no booking used, which are given back. */
  creditCents: cents,
  /** What the own centre still owes its patients for cancelled appointments; the deletion neither pays nor cancels it. */
  pendingRefunds: z.object({ count: z.number().int(), cents }),
  /** The people of the account who have a clinical record. */
  recordedPeople: z.number().int(),
  /** What the account wrote as a member of centres: messages, and appointments whose clinical record it wrote. */
  written: z.object({ messages: z.number().int(), records: z.number().int() }),
  /** What staff did with the account, in their record. */
  staffActions: z.number().int(),
  blockedBy: z
    .enum([
      'accounts.last_administrator',
      'accounts.center_busy',
      'accounts.center_has_packages',
      'accounts.center_owes',
    ])
    .nullable(),
  /** What the deletion cancels and costs, as it is shown; the deletion carries them. */
  terms: version,
})
export type DeletionConsequences = z.output<typeof deletionConsequences>

export const staffMember = z.object({
  userId: id,
  fullName: z.string(),
  email: z.string(),
  roles: z.array(z.enum(staffRoles)),
  hasSecondFactor: z.boolean(),
  lastSignInAt: instant.nullable(),
})

export const avatarMaxBytes = 900_000

export const accounts = {
  signInMethods: route({
    method: 'GET',
    path: '/sign-in-methods',
    access: 'public',
    summary: 'Con qué se puede entrar aquí',
    tags: ['Cuentas'],
  }).output(signInMethods),
  me: route({
    method: 'GET',
    path: '/me',
    access: 'registering',
    summary: 'La cuenta de quien pregunta',
    tags: ['Cuentas'],
  }).output(me),
  completeRegistration: route({
    method: 'POST',
    path: '/me/complete-registration',
    access: 'registering',
    returns: 'accounts.me',
    summary: 'Completa el registro de quien entró por primera vez con otro proveedor',
    tags: ['Cuentas'],
  })
    .input(registrationCompletion)
    .output(me)
    .errors(pickErrors(accountErrors, 'accounts.already_registered')),
  updateProfile: route({
    method: 'PATCH',
    path: '/me/profile',
    access: 'signedIn',
    returns: 'accounts.me',
    summary: 'Cambia los datos del propio perfil; los que no se envían quedan como están',
    tags: ['Cuentas'],
  })
    .input(profileEdit.partial().extend({ version }))
    .output(me),
  setAvatar: route({
    method: 'PUT',
    path: '/me/avatar',
    access: 'signedIn',
    returns: 'accounts.me',
    summary: 'Pone la foto del propio perfil',
    tags: ['Cuentas'],
  })
    .input(z.object({ image: z.file().max(avatarMaxBytes, 'La foto es demasiado grande') }))
    .output(me)
    .errors(pickErrors(accountErrors, 'accounts.not_an_image')),
  removeAvatar: route({
    method: 'DELETE',
    path: '/me/avatar',
    access: 'signedIn',
    returns: 'accounts.me',
    summary: 'Quita la foto del propio perfil',
    tags: ['Cuentas'],
  }).output(me),
  security: route({
    method: 'GET',
    path: '/me/security',
    access: 'signedIn',
    summary: 'Cómo se protege la propia cuenta',
    tags: ['Cuentas'],
  }).output(security),
  deletionConsequences: route({
    method: 'GET',
    path: '/me/deletion',
    access: 'signedIn',
    summary: 'Qué pasaría al eliminar la propia cuenta',
    tags: ['Cuentas'],
  }).output(deletionConsequences),
  deleteAccount: route({
    method: 'POST',
    path: '/me/delete',
    access: 'signedIn',
    changes: [],
    summary: 'Elimina la propia cuenta',
    tags: ['Cuentas'],
  })
    .input(z.object({ currentPassword: z.string().max(1_000).nullable(), terms: version }))
    .output(z.object({ deleted: z.literal(true) }))
    .errors(
      pickErrors(
        accountErrors,
        'accounts.reauthentication_needed',
        'accounts.wrong_password',
        'accounts.last_administrator',
        'accounts.center_busy',
        'accounts.center_has_packages',
        'accounts.center_owes',
      ),
    ),
  listStaff: route({
    method: 'GET',
    path: '/staff',
    access: staffRoles,
    summary: 'Quiénes forman nuestro equipo y si usan segundo factor',
    tags: ['Administración'],
  }).output(z.object({ items: z.array(staffMember) })),
}
