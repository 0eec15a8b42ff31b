import type { Method } from '#server/features/auth/auth.types.ts'
import { describeDevice } from '#server/features/auth/rules/devices.ts'
import type { TokenKind } from '#server/features/auth/rules/token-kinds.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from '../repository/data-export.ts'

const providers = { email: 'Correo y contraseña', google: 'Google', facebook: 'Facebook', apple: 'Apple' }

const proofs = {
  password: 'Contraseña',
  otp: 'Código por correo',
  magiclink: 'Enlace por correo',
  recovery: 'Enlace para recuperar la cuenta',
  'email/signup': 'Confirmación del correo',
  email_change: 'Cambio de correo',
  oauth: 'Otro proveedor',
  totp: 'Segundo factor',
  invite: 'Invitación',
}

export const identities = dataExportPart({
  name: 'identities',
  title: 'Formas de entrar',
  layout: 'tables',
  fields: {
    provider: { label: 'Proveedor', as: providers },
    email: { label: 'Correo' },
    providerId: { label: 'Tu identificador allí' },
    providerData: { label: 'Lo que el proveedor dijo de ti', as: 'json' },
    createdAt: { label: 'Agregada', as: 'instant' },
    lastSignInAt: { label: 'Último ingreso', as: 'instant' },
  },
  read: repository.listIdentities,
})

export const secondFactors = dataExportPart({
  name: 'secondFactors',
  title: 'Segundos factores',
  layout: 'lines',
  fields: {
    name: { label: 'Nombre' },
    type: { label: 'Tipo', as: { totp: 'Aplicación de códigos' } },
    status: { label: 'Estado', as: { verified: 'Activo', unverified: 'Sin terminar' } },
    createdAt: { label: 'Agregado', as: 'instant' },
    lastChallengedAt: { label: 'Último uso', as: 'instant' },
  },
  read: repository.listSecondFactors,
})

export const sessions = dataExportPart({
  name: 'sessions',
  title: 'Sesiones abiertas',
  layout: 'tables',
  fields: {
    device: { label: 'Dispositivo' },
    program: { label: 'Como se presenta el programa' },
    address: { label: 'Dirección de red' },
    provedBy: { label: 'Cómo entraste', as: proofs },
    createdAt: { label: 'Abierta', as: 'instant' },
    lastUsedAt: { label: 'Último uso', as: 'instant' },
    refreshedAt: { label: 'Última renovación', as: 'instant' },
    endsAt: { label: 'Termina', as: 'instant' },
  },
  async read(db, input) {
    const rows = await repository.listAllSessions(db, input)
    return rows.map(({ amr, ...session }) => ({
      device: describeDevice(session.program).device,
      ...session,
      provedBy: (amr as { method: Method }[]).map(({ method }) => method),
    }))
  },
})

export const openLinks = dataExportPart({
  name: 'openLinks',
  title: 'Enlaces de correos que todavía sirven',
  layout: 'lines',
  fields: {
    kind: {
      label: 'Para',
      as: {
        signup: 'Confirmar el correo',
        recovery: 'Recuperar la cuenta',
        email_change_current: 'Cambiar el correo',
        email_change_new: 'Cambiar el correo',
        magiclink: 'Entrar',
        invite: 'Invitación',
        reauthentication: 'Confirmar quién eres',
      } satisfies Record<TokenKind | 'invite', string>,
    },
    sentTo: { label: 'Enviado a' },
    createdAt: { label: 'Enviado', as: 'instant' },
    expiresAt: { label: 'Vence', as: 'instant' },
  },
  read: repository.listOpenLinks,
})
