import type { Format, Section } from './own-data.ts'

const instant = 'instant' satisfies Format
const yesNo = 'yesNo' satisfies Format

const roles = { patient: 'Paciente', center: 'Centro', moderator: 'Moderación', admin: 'Administración' }
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

/** How the parts about the account itself read. */
export const accountSections: {
  [Name in
    | 'account'
    | 'dependants'
    | 'identities'
    | 'secondFactors'
    | 'sessions'
    | 'openLinks'
    | 'acceptedDocuments'
    | 'notificationPreferences'
    | 'mails'
    | 'copies']: Section<Name>
} = {
  account: {
    title: 'Tu cuenta',
    layout: 'tables',
    fields: {
      id: { label: 'Tu ID' },
      fullName: { label: 'Nombre' },
      email: { label: 'Correo' },
      emailConfirmedAt: { label: 'Correo confirmado el', as: instant },
      newEmail: { label: 'Correo nuevo, sin confirmar' },
      userType: { label: 'Tipo de cuenta', as: roles },
      roles: { label: 'Permisos', as: roles },
      phone: { label: 'Teléfono' },
      address: { label: 'Dirección' },
      emergencyContact: { label: 'Contacto de emergencia' },
      avatarUrl: { label: 'Dirección de la foto' },
      hasPassword: { label: 'Tiene contraseña', as: yesNo },
      registrationPending: { label: 'Registro sin completar', as: yesNo },
      status: {
        label: 'Estado',
        as: { active: 'Activa', suspended: 'Suspendida', banned: 'Cerrada', deleted: 'Eliminada' },
      },
      suspendedUntil: { label: 'Suspendida hasta', as: instant },
      suspensionReason: { label: 'Motivo' },
      signUpData: { label: 'Lo que escribiste al registrarte', as: 'json' },
      createdAt: { label: 'Creada', as: instant },
      updatedAt: { label: 'Último cambio del perfil', as: instant },
      lastSignInAt: { label: 'Último ingreso', as: instant },
      confirmationSentAt: { label: 'Último correo de confirmación', as: instant },
      recoverySentAt: { label: 'Último correo para recuperar la cuenta', as: instant },
      emailChangeSentAt: { label: 'Último correo de cambio de dirección', as: instant },
    },
  },
  dependants: {
    title: 'Personas a cargo',
    layout: 'tables',
    fields: {
      fullName: { label: 'Nombre' },
      birthDate: { label: 'Nacimiento', as: 'day' },
      relation: { label: 'Qué es de ti' },
      createdAt: { label: 'Agregada', as: instant },
      removedAt: { label: 'Quitada', as: instant },
      id: { label: 'Identificador' },
    },
  },
  identities: {
    title: 'Formas de entrar',
    layout: 'tables',
    fields: {
      provider: { label: 'Proveedor', as: providers },
      email: { label: 'Correo' },
      providerId: { label: 'Tu identificador allí' },
      providerData: { label: 'Lo que el proveedor dijo de ti', as: 'json' },
      createdAt: { label: 'Agregada', as: instant },
      lastSignInAt: { label: 'Último ingreso', as: instant },
    },
  },
  secondFactors: {
    title: 'Segundos factores',
    layout: 'lines',
    fields: {
      name: { label: 'Nombre' },
      type: { label: 'Tipo', as: { totp: 'Aplicación de códigos' } },
      status: { label: 'Estado', as: { verified: 'Activo', unverified: 'Sin terminar' } },
      createdAt: { label: 'Agregado', as: instant },
      lastChallengedAt: { label: 'Último uso', as: instant },
    },
  },
  sessions: {
    title: 'Sesiones abiertas',
    layout: 'tables',
    fields: {
      device: { label: 'Dispositivo' },
      program: { label: 'Como se presenta el programa' },
      address: { label: 'Dirección de red' },
      provedBy: { label: 'Cómo entraste', as: proofs },
      createdAt: { label: 'Abierta', as: instant },
      lastUsedAt: { label: 'Último uso', as: instant },
      refreshedAt: { label: 'Última renovación', as: instant },
      endsAt: { label: 'Termina', as: instant },
    },
  },
  openLinks: {
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
        },
      },
      sentTo: { label: 'Enviado a' },
      createdAt: { label: 'Enviado', as: instant },
      expiresAt: { label: 'Vence', as: instant },
    },
  },
  acceptedDocuments: {
    title: 'Documentos que aceptaste',
    layout: 'lines',
    fields: {
      document: { label: 'Documento', as: { terms: 'Términos y condiciones', privacy: 'Política de privacidad' } },
      version: { label: 'Versión' },
      acceptedAt: { label: 'Aceptado', as: instant },
    },
  },
  notificationPreferences: {
    title: 'Avisos que elegiste',
    layout: 'lines',
    fields: {
      kind: {
        label: 'Aviso',
        as: {
          appointment: 'Citas',
          reminder: 'Recordatorios',
          message: 'Mensajes',
          rating: 'Calificaciones',
          promotion: 'Promociones',
        },
      },
      byMail: { label: 'Por correo', as: yesNo },
      updatedAt: { label: 'Elegido', as: instant },
    },
  },
  mails: {
    title: 'Correos que te enviamos',
    layout: 'lines',
    fields: {
      createdAt: { label: 'Fecha', as: instant },
      subject: { label: 'Asunto' },
      kind: { label: 'Tipo' },
      sentAt: { label: 'Enviado', as: instant },
    },
  },
  copies: {
    title: 'Copias de tus datos que pediste',
    layout: 'lines',
    fields: {
      createdAt: { label: 'Pedida', as: instant },
      status: {
        label: 'Estado',
        as: { queued: 'En espera', running: 'En preparación', ready: 'Lista', failed: 'No se pudo preparar' },
      },
      readyAt: { label: 'Lista', as: instant },
      expiresAt: { label: 'Disponible hasta', as: instant },
    },
  },
}
