import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { appointmentErrors } from './appointments.ts'
import { memberErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { id, instant } from './values.ts'

/**
 * The text that a patient accepts before a virtual appointment. A consent names the version that its patient read, so a change
 * of the text needs a new version. */
export const telehealthConsent = {
  version: '2026-11',
  title: 'Consentimiento para la atención por videollamada',
  paragraphs: [
    'Acepto que esta consulta se haga por videollamada, en la plataforma que usa el profesional.',
    'Sé que ninguno de los dos puede grabarla sin el acuerdo del otro, que el profesional puede indicarme una consulta presencial si la cree necesaria, y que la videollamada no es para urgencias: en ese caso llamo a los números de emergencia.',
    'Voy a conectarme desde un lugar donde pueda hablar con privacidad. Puedo retirar este consentimiento antes de que termine la cita, y atenderme de otra forma.',
  ],
} as const

/** How long before its start a virtual appointment shows the link of its video call. */
export const linkMinutesBefore = 15

export const telehealthErrors = {
  'telehealth.not_virtual': { status: 409, message: 'Esta cita no es por videollamada.' },
  'telehealth.over': { status: 409, message: 'Esta cita ya terminó o se canceló: el consentimiento ya no se cambia.' },
  'telehealth.text_changed': {
    status: 409,
    message: 'El texto del consentimiento cambió. Vuelve a leerlo antes de aceptar.',
  },
} as const satisfies ErrorMap

const decision = z.enum(['given', 'revoked'])

const telehealthState = {
  /** The latest decision; null until the patient decides. */
  consent: z.object({ decision, textVersion: z.string(), decidedAt: instant }).nullable(),
  /** The first instant at which the response has the link. */
  linkFrom: instant,
  /** The last instant at which the response has the link. */
  linkUntil: instant,
  /** Null before `linkFrom`, after `linkUntil`, and for a patient without consent or without a confirmed address. */
  link: z.string().nullable(),
  hasLink: z.boolean(),
}

export const ownTelehealth = z.object({
  ...telehealthState,
  /** Without a confirmed address, `link` stays null. */
  isAddressProven: z.boolean(),
  can: z.object({ give: z.boolean(), revoke: z.boolean() }),
})
export type OwnTelehealth = z.output<typeof ownTelehealth>

export const centerTelehealth = z.object({
  ...telehealthState,
  /** False for a guest, who has no account to give the consent with. */
  hasAccount: z.boolean(),
})
export type CenterTelehealth = z.output<typeof centerTelehealth>

const tags = ['Citas online']
const ownErrors = {
  ...pickErrors(appointmentErrors, 'appointments.not_found'),
  ...pickErrors(telehealthErrors, 'telehealth.not_virtual'),
}

export const telehealth = {
  get: route({
    method: 'GET',
    path: '/appointments/{appointmentId}/telehealth',
    access: 'signedIn',
    summary: 'El consentimiento y el enlace de una cita online propia',
    description: `El enlace aparece ${linkMinutesBefore} minutos antes, si hay consentimiento y la cuenta confirmó su correo.`,
    tags,
  })
    .input(z.object({ appointmentId: id }))
    .output(ownTelehealth)
    .errors(ownErrors),
  decide: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/telehealth/consent',
    access: 'signedIn',
    returns: 'telehealth.get',
    summary: 'Da o retira el consentimiento para atenderse por videollamada en una cita propia',
    tags,
  })
    .input(
      z.object({
        appointmentId: id,
        decision,
        /** The version of the text that the patient read. */
        textVersion: z.string().max(telehealthConsent.version.length + 20),
      }),
    )
    .output(ownTelehealth)
    .errors({ ...ownErrors, ...pickErrors(telehealthErrors, 'telehealth.over', 'telehealth.text_changed') }),
  getAtDesk: route({
    method: 'GET',
    path: '/centers/{centerId}/appointments/{appointmentId}/telehealth',
    access: 'signedIn',
    summary: 'El consentimiento y el enlace de una cita online del centro',
    tags,
  })
    .input(z.object({ centerId: id, appointmentId: id }))
    .output(centerTelehealth)
    .errors({ ...memberErrors, ...ownErrors }),
}
