// Without a schema, so that a page's first scripts may import it.

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
