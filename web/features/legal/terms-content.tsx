import { brand } from '#contract/brand.ts'
import { freeAfterBookingMinutes, freeCancellationHours, holdMinutes } from '#contract/calendar.ts'
import { telHref } from '#web/platform/formats.ts'

import type { LegalSection } from './legal-page.tsx'

export const termsSections: readonly LegalSection[] = [
  {
    id: 'aceptacion',
    title: 'Aceptación',
    content: (
      <>
        <p>
          Estos términos son el acuerdo entre tú y {brand.legalName} por el uso de {brand.name}. Al crear una cuenta los
          aceptas, junto con la <a href="/privacy">política de privacidad</a>. Guardamos qué versión aceptaste y cuándo.
        </p>
        <p>
          Puedes mirar centros, servicios y horas libres sin cuenta; también entonces valen las reglas de uso de abajo.
        </p>
      </>
    ),
  },
  {
    id: 'servicio',
    title: 'Qué es el servicio',
    content: (
      <>
        <p>
          {brand.name} te ayuda a encontrar centros terapéuticos y profesionales independientes de {brand.country}, y a
          reservar una hora con ellos. La atención la da el centro o profesional que elijas, bajo su responsabilidad:
          nosotros no damos atención médica ni psicológica, y nada de lo que se lee aquí reemplaza una consulta.
        </p>
        <p>
          En una emergencia no uses {brand.name}: llama a{' '}
          {brand.emergency.map(({ name, number }, index) => (
            <span key={number}>
              {index > 0 && (index === brand.emergency.length - 1 ? ' o ' : ', ')}
              <a href={telHref(number)}>{number}</a> ({name})
            </span>
          ))}
          .
        </p>
      </>
    ),
  },
  {
    id: 'registro',
    title: 'Registro',
    content: (
      <>
        <h3>Pacientes</h3>
        <p>
          Para tener una cuenta hay que ser mayor de 18 años y dar datos verdaderos. Puedes reservar para ti o para las
          personas a tu cargo que agregues en tu cuenta. Cuida tu contraseña: lo que se haga con tu cuenta cuenta como
          hecho por ti, salvo que nos avises de que alguien más la está usando.
        </p>
        <h3>Centros y profesionales</h3>
        <p>
          Quien ofrece atención presenta los documentos que exige su actividad y los mantiene al día: la habilitación o,
          para terapias sin habilitación regulada, la identidad y los certificados. Mientras no los hayamos aprobado no
          aparece en la búsqueda ni recibe reservas. Deja de recibirlas cuando la habilitación vence. Las terapias sin
          habilitación regulada se muestran como «Terapia complementaria, no regulada».
        </p>
      </>
    ),
  },
  {
    id: 'uso',
    title: 'Uso aceptable',
    content: (
      <>
        <p>No está permitido:</p>
        <ul>
          <li>hacerse pasar por otra persona o por un profesional que no se es;</li>
          <li>reservar horas sin intención de ir, o retenerlas para que otros no puedan tomarlas;</li>
          <li>publicar opiniones falsas, ofensivas o sobre una consulta que no existió;</li>
          <li>mostrar datos de salud de otra persona;</li>
          <li>copiar el contenido en masa, buscar fallas para aprovecharlas o impedir que el servicio funcione.</li>
        </ul>
        <p>Si pasa, podemos suspender la cuenta. Te decimos el motivo, hasta cuándo, y cómo pedir que lo revisemos.</p>
      </>
    ),
  },
  {
    id: 'reservas',
    title: 'Reservas y pagos',
    content: (
      <>
        <p>
          Cuando eliges una hora la guardamos {holdMinutes} minutos para que la confirmes. Antes de confirmar ves el
          precio, el lugar, quién te atiende y la regla de cancelación. Algunos centros confirman a mano: si no lo hacen
          a tiempo, la hora se libera y te avisamos.
        </p>
        <p>
          Buscar, registrarse y reservar es gratis para pacientes. La consulta se paga al centro o profesional. Los
          precios están en pesos uruguayos y los pone cada centro. Los centros pagan a {brand.name} una comisión por
          cada consulta realizada, y sobre lo que conservan de un pago si el paciente cancela tarde o no viene.
        </p>
        <p>
          Cancelar o cambiar una hora es gratis hasta {freeCancellationHours} horas antes, y en los{' '}
          {freeAfterBookingMinutes} minutos después de reservar. Después vale la regla del centro, que ves antes de
          reservar. Si cancela el centro, no te cuesta nada.
        </p>
      </>
    ),
  },
  {
    id: 'responsabilidad',
    title: 'Responsabilidad',
    content: (
      <>
        <p>
          Respondemos por lo que hacemos: que la búsqueda muestre lo que los centros publican, que una hora confirmada
          sea tuya y de nadie más, y que tus datos estén protegidos. Por la atención responde quien la da.
        </p>
        <p>
          Revisamos documentos, pero no podemos garantizar resultados de un tratamiento. Nada de esto limita los
          derechos que la ley de relaciones de consumo te da.
        </p>
      </>
    ),
  },
  {
    id: 'cambios',
    title: 'Cambios',
    content: (
      <p>
        Si cambiamos estos términos, lo avisamos por correo y en esta página al menos 30 días antes de que valgan. Si no
        estás de acuerdo puedes cerrar tu cuenta antes de esa fecha. Cada versión lleva la fecha desde la que rige.
      </p>
    ),
  },
  {
    id: 'contacto',
    title: 'Contacto',
    content: (
      <p>
        Escríbenos a <a href={`mailto:${brand.email}`}>{brand.email}</a>, llámanos al{' '}
        <a href={telHref(brand.phone)}>{brand.phone}</a> o visítanos en {brand.address}. Atendemos de{' '}
        {brand.supportHours.toLowerCase()}. Estos términos se rigen por las leyes de {brand.country}.
      </p>
    ),
  },
]
