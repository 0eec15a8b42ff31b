import type { ReactNode } from 'react'

import { brand } from '#contract/brand.ts'
import { freeAfterBookingMinutes, holdMinutes, horizonDays } from '#contract/calendar.ts'
import { freeCancellation } from '#contract/cancellation-sentences.ts'

/** The eight questions of /faq. `answer` is plain text, so that it can also be the structured data for search engines. */
export const faqItems = (): readonly { id: string; question: string; answer: string; more?: ReactNode }[] => [
  {
    id: 'reservar',
    question: '¿Cómo reservo una hora?',
    answer: `Busca un centro, elige una hora libre y confírmala. La guardamos ${holdMinutes} minutos mientras inicias sesión o creas tu cuenta. Puedes reservar hasta ${horizonDays} días antes.`,
    more: <a href="/centers">Buscar un centro</a>,
  },
  {
    id: 'cancelar',
    question: '¿Puedo cancelar o cambiar mi hora?',
    answer: `Sí, desde tu dashboard. Es ${freeCancellation()}, y en los ${freeAfterBookingMinutes} minutos después de reservar. Después vale la regla del centro, que ves antes de confirmar.`,
  },
  {
    id: 'costo',
    question: `¿Cuánto cuesta usar ${brand.name}?`,
    answer:
      'Para pacientes es gratis: registrarse, buscar y reservar no cuesta nada. Pagas la consulta al centro o profesional que te atiende, al precio que ves antes de reservar.',
  },
  {
    id: 'centros',
    question: '¿Qué pagan los centros?',
    answer:
      'Los centros pagan una comisión por cada consulta realizada que llegó por una reserva, y sobre lo que conservan de una cancelación tardía. Aparecer en la búsqueda no tiene costo.',
  },
  {
    id: 'verificacion',
    question: '¿Cómo sé que un profesional está habilitado?',
    answer:
      'Antes de publicar un centro revisamos los documentos que exige lo que ofrece: la habilitación o, si la terapia no tiene una habilitación regulada, la identidad y los certificados. La marca «Verificado» dice que los aprobamos y que están al día; el perfil muestra cuáles son y cuándo los aprobamos. Las terapias que no tienen una habilitación regulada lo dicen con todas las letras.',
  },
  {
    id: 'datos',
    question: '¿Qué pasa con mis datos de salud?',
    answer:
      'Son tuyos. Todo viaja cifrado, y ningún otro centro ni otro paciente ve tus reservas. Lo que un profesional anota sobre tu cita se guarda cifrado, y lo leen tú, los profesionales del centro que te atendieron y aquellos a quienes les des permiso. No vendemos tus datos ni los usamos para publicidad.',
    more: <a href="/privacy">Leer la política de privacidad</a>,
  },
  {
    id: 'otra-persona',
    question: '¿Puedo reservar para otra persona?',
    answer:
      'Sí, para las personas a tu cargo. Al confirmar la hora eliges para quién es; si esa persona todavía no está, la agregas ahí mismo, o antes en «Personas a cargo» de Mi Cuenta. Un adulto que no está a tu cargo reserva con su propia cuenta.',
  },
  {
    id: 'soporte',
    question: '¿Cuándo atiende el soporte?',
    answer: `${brand.supportHours}. Escríbenos a ${brand.email}${brand.phone === null ? '' : ` o llámanos al ${brand.phone}`}.`,
    more: <a href="/contact">Ver los datos de contacto</a>,
  },
]
