import { accountAge, brand } from '#contract/brand.ts'
import { freeAfterBookingMinutes, holdMinutes } from '#contract/calendar.ts'
import { freeCancellation } from '#contract/cancellation-sentences.ts'
import { telHref } from '#web/platform/formats.ts'

import type { LegalSection } from './legal-page.tsx'

export const termsSections = (): readonly LegalSection[] => [
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
          El servicio lo presta {brand.legalName}
          {brand.address === null ? ', de ' : `, con domicilio en ${brand.address}, `}
          {brand.country}; correo {brand.email}
          {brand.phone !== null && `, teléfono ${brand.phone}`}.
        </p>
        <p>
          Puedes mirar centros, servicios y horas libres sin cuenta; también entonces valen las reglas de uso de abajo.
        </p>
      </>
    ),
  },
  {
    id: 'servicio',
    title: 'Descripción del servicio',
    content: (
      <>
        <p>
          {brand.name} te ayuda a encontrar centros terapéuticos y profesionales independientes de {brand.country}, y a
          reservar una hora con ellos. La atención la da el centro o profesional que elijas, bajo su responsabilidad:
          nosotros no damos atención médica ni psicológica, y nada de lo que se lee aquí reemplaza una consulta.
        </p>
        <p>
          Frente a quien te atiende tienes los derechos de la ley 18.335, de pacientes y usuarios de los servicios de
          salud: entre otros, a un trato respetuoso, a conocer todo lo relativo a tu salud, a aceptar o rechazar un
          tratamiento después de recibir información suficiente, y a que tus datos clínicos se mantengan en reserva.
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
          Para tener una cuenta hay que ser mayor de {accountAge} años y dar datos verdaderos. Puedes reservar para ti o
          para las personas a tu cargo que agregues en tu cuenta. Cuida tu contraseña: lo que se haga con tu cuenta
          cuenta como hecho por ti, salvo que nos avises de que alguien más la está usando.
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
    title: 'Reservas, precios y pagos',
    content: (
      <>
        <p>
          Cuando eliges una hora la guardamos {holdMinutes} minutos para que la confirmes. Antes de confirmar ves el
          precio, el lugar, quién te atiende y la regla de cancelación. Algunos centros confirman a mano: si no lo hacen
          a tiempo, la hora se libera y te avisamos. Si todavía no confirmaste tu correo, tienes un día para hacerlo: te
          avisamos antes de que venza, y después la hora se libera.
        </p>
        <p>
          Buscar, registrarse y reservar es gratis para pacientes. La consulta se paga al centro o profesional, en el
          lugar o en línea donde el centro lo ofrece. Los precios son finales, están en pesos uruguayos y los pone cada
          centro. De cada pago en línea recibes un comprobante en tu dashboard; la factura la emite el centro. Los
          centros pagan a {brand.name} una comisión por cada consulta realizada, y sobre lo que conservan de un pago si
          el paciente cancela tarde o no viene.
        </p>
        <p>
          Cancelar o cambiar una hora es {freeCancellation()}, y en los {freeAfterBookingMinutes} minutos después de
          reservar. Después vale la regla del centro, que ves antes de reservar. Si cancela el centro, no te cuesta
          nada, y lo que pagaste en línea se devuelve.
        </p>
        <p>
          Como es una contratación a distancia, el artículo 16 de la ley 17.250 te permite además dejarla sin efecto
          dentro de los cinco días hábiles. Si ya recibiste la consulta, se paga lo que recibiste.
        </p>
        <p>
          Una promoción o una recompensa por puntos baja el precio según las condiciones que se muestran al aplicarla.
          Los puntos no son dinero ni se canjean por dinero.
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
          Respondemos por lo que hacemos: que la búsqueda muestre lo que los centros publican, que una hora confirmada,
          con tu correo confirmado, sea tuya y de nadie más, y que tus datos estén protegidos. Por la atención responde
          quien la da.
        </p>
        <p>
          Revisamos documentos, pero no podemos garantizar resultados de un tratamiento. Nada de estos términos limita
          los derechos que te dan la ley 17.250, de relaciones de consumo, y la ley 18.335.
        </p>
      </>
    ),
  },
  {
    id: 'cambios',
    title: 'Modificaciones',
    content: (
      <p>
        Si cambiamos estos términos, lo avisamos por correo y en esta página al menos 30 días antes de que valgan. Si no
        estás de acuerdo puedes cerrar tu cuenta antes de esa fecha. Cada versión lleva la fecha desde la que rige.
      </p>
    ),
  },
  {
    id: 'ley',
    title: 'Ley aplicable y reclamos',
    content: (
      <>
        <p>
          Estos términos se rigen por las leyes de {brand.country}, y entienden sus tribunales. Tus datos personales se
          tratan según la ley 18.331 y nuestra <a href="/privacy">política de privacidad</a>.
        </p>
        <p>
          Si tienes un reclamo, escríbenos primero: te damos una referencia y te respondemos por correo. Si la respuesta
          no te sirve, puedes presentarlo ante la Unidad Defensa del Consumidor del Ministerio de Economía y Finanzas.
          Los reclamos sobre la atención se presentan ante el centro y, si hace falta, ante el Ministerio de Salud
          Pública.
        </p>
      </>
    ),
  },
  {
    id: 'contacto',
    title: 'Contacto',
    content: (
      <p>
        Escríbenos a <a href={`mailto:${brand.email}`}>{brand.email}</a>
        {brand.phone !== null && (
          <>
            {brand.address === null ? ' o' : ','} llámanos al <a href={telHref(brand.phone)}>{brand.phone}</a>
          </>
        )}
        {brand.address !== null && ` o visítanos en ${brand.address}`}. Horario: {brand.supportHours.toLowerCase()}.
      </p>
    ),
  },
]
