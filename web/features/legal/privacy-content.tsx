import { accountAge, brand } from '#contract/brand.ts'
import { holdMinutes } from '#contract/calendar.ts'
import { claims } from '#contract/claims.ts'
import { recordYearsAfterClosure } from '#contract/clinical-records.ts'
import { questionHours, visitorDays } from '#contract/question-limits.ts'

import { useClaims } from '#web/platform/operator-words.ts'
import type { LegalSection } from './legal-page.tsx'

function Laws() {
  const laws = (['uruguayanLaw', 'gdpr'] as const).filter(useClaims()).map((name) => claims[name].text)
  return laws.length > 0 && <p>{`Normas que nos obligan: ${laws.join('; ')}.`}</p>
}

function PlaceOfServers() {
  return useClaims()('serversInUruguay') && ' Los servidores están en Uruguay.'
}

export const privacySections = (): readonly LegalSection[] => [
  {
    id: 'datos',
    title: 'Qué datos reunimos',
    content: (
      <ul>
        <li>
          <strong>De tu cuenta:</strong> nombre, correo, contraseña (guardada de forma que nadie puede leerla), teléfono
          y, si quieres darlos, dirección y un contacto de emergencia.
        </li>
        <li>
          <strong>De tus reservas:</strong> con quién, para qué servicio, cuándo, dónde y a qué precio. Y las opiniones
          que des después.
        </li>
        <li>
          <strong>De lo que guardas:</strong> qué centros y cuándo. Sin una cuenta, los guarda solo tu navegador.
        </li>
        <li>
          <strong>De tus pagos:</strong> cuánto, cuándo, cómo y a qué centro, y los puntos y promociones que usas. El
          número de tu tarjeta lo recibe solo el medio de pago: nosotros no lo guardamos. Y si los quieres en un
          comprobante, tu cédula o tu RUT, con su nombre y su dirección.
        </li>
        <li>
          <strong>De tus conversaciones:</strong> los mensajes que intercambias con los centros.
        </li>
        <li>
          <strong>De lo que preguntas sin tener una cuenta:</strong> tu nombre, tu correo y tu pregunta. El centro
          recibe el nombre y la pregunta cuando confirmas tu correo, y no ve la dirección.
        </li>
        <li>
          <strong>De salud:</strong> los que se desprenden del servicio que reservas, y el diagnóstico y las notas que
          el profesional que te atendió escriba sobre tu cita.
        </li>
        <li>
          <strong>De lo que nos escribes al soporte:</strong> tu nombre, tu correo y tu mensaje, para responderte.
        </li>
        <li>
          <strong>De los profesionales:</strong> lo que su centro indica de cada uno: nombre, foto, título,
          especialidades, número de registro, presentación, cómo y a quiénes atiende y, si quiere darlo, su género, por
          el que se puede buscar.
        </li>
        <li>
          <strong>De uso:</strong> la dirección de internet y la hora de cada pedido, para que el servicio funcione y
          para frenar abusos.
        </li>
        <li>
          <strong>De ubicación:</strong> solo si tocas el botón que la pide. Sirve para ordenar los centros por
          distancia y no la guardamos.
        </li>
      </ul>
    ),
  },
  {
    id: 'uso',
    title: 'Para qué los usamos',
    content: (
      <>
        <p>
          Para darte la cuenta, hacer tus reservas y avisarte de ellas, responderte y cuidar que nadie abuse del
          servicio. No hacemos publicidad de otros con tus datos ni los vendemos.
        </p>
        <p>
          La base para hacerlo es tu consentimiento, que das al aceptar esta política, y el contrato que hacemos contigo
          (artículo 9 de la ley 18.331). Los datos de salud son datos sensibles: nadie está obligado a darlos (artículo
          18), y los profesionales que te atienden los tratan con el secreto de su profesión (artículo 19).
        </p>
        <p>Los asuntos de los correos y los avisos nunca dicen una especialidad ni un diagnóstico.</p>
      </>
    ),
  },
  {
    id: 'compartir',
    title: 'Con quién los compartimos',
    content: (
      <>
        <p>
          Con el centro y el profesional que elegiste: tu nombre, tu teléfono y lo que necesitan para atenderte. La
          dirección de tu casa la ve solo quien va a atenderte ahí. Si pagas en línea, con el medio de pago, que recibe
          el importe y los datos de tu tarjeta. Con nadie más, salvo que un juez lo ordene.
        </p>
        <p>
          Tu historia clínica es tuya (ley 18.335): la leen tú, los profesionales del centro que te atendieron y
          aquellos a quienes les des permiso, y el equipo de {brand.name} no puede abrirla. Un profesional puede llevar
          además notas de trabajo, que no son parte de ella y lee solo él: se borran cuando eliminas tu cuenta.
        </p>
      </>
    ),
  },
  {
    id: 'seguridad',
    title: 'Cómo los cuidamos',
    content: (
      <>
        <p>
          Todo viaja cifrado. De tu contraseña guardamos solo una huella (hash), de la que nadie puede recuperarla.
          Ningún otro centro ni otro paciente ve tus reservas. El equipo de {brand.name} usa de ellas solo lo que
          necesita para resolver un problema o calcular lo que paga cada centro.
          <PlaceOfServers />
        </p>
        <p>
          Si alguna vez tus datos quedaran expuestos, te lo diremos a ti y a la Unidad Reguladora y de Control de Datos
          Personales sin demora, como pide el decreto 64/020.
        </p>
      </>
    ),
  },
  {
    id: 'derechos',
    title: 'Tus derechos',
    content: (
      <>
        <p>
          La ley 18.331 te da los derechos de acceso, rectificación, actualización, inclusión y supresión. En Mi Cuenta
          puedes corregir tus datos, descargarlos y eliminar la cuenta. También puedes escribirnos a{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a> desde el correo de tu cuenta; respondemos dentro de los
          cinco días hábiles, sin costo.
        </p>
        <Laws />
        <p>Si no te respondemos bien, puedes reclamar ante la Unidad Reguladora y de Control de Datos Personales.</p>
      </>
    ),
  },
  {
    id: 'conservacion',
    title: 'Cuánto tiempo los guardamos',
    content: (
      <p>
        Mientras tengas la cuenta. Cuando la cierras, borramos tus datos o les quitamos tu nombre. En nuestras copias de
        seguridad quedan unos días más, hasta que esas copias se borran. Lo que la ley obliga a conservar se guarda unos{' '}
        {recordYearsAfterClosure} años después del cierre, y no se usa para nada más: las anotaciones clínicas,
        cifradas, y los registros de pagos, sin tu nombre. Una hora que guardas sin confirmar se libera a los{' '}
        {holdMinutes} minutos. Si reservas sin haber confirmado tu correo, guardamos con la cita una huella de tu
        conexión, hasta que lo confirmas o la cita termina; el centro ve que está sin confirmar. Lo que nos escribes
        desde la página de contacto o el soporte se borra de {brand.name} al año, o antes si cierras la cuenta desde la
        que lo escribiste. Lo que preguntas sin cuenta se borra a las {questionHours} horas si no confirmas tu correo, a
        los {visitorDays} días del último mensaje, o cuando lo borras con el enlace de los correos; si un mensaje está
        denunciado, cuando lo revisamos. Si el centro te había bloqueado, guardamos tu correo otros {visitorDays} días
        para mantener el bloqueo.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    content: (
      <p>
        Usamos solo cookies propias, y ninguna sigue lo que haces. Una reconoce al navegador que retiene una hora o nos
        escribe, y dura un año. Otra recuerda, 400 días, que ya entraste a tu cuenta con este navegador, para que nadie
        te deje afuera probando contraseñas. Las demás duran minutos, mientras abres un enlace que te enviamos o entras
        con otro servicio. Tu sesión, lo que ya escribiste en un formulario, qué preguntas hiciste sin cuenta y si viste
        la bienvenida quedan guardados en tu navegador. No hay cookies de publicidad ni de terceros, ni se carga nada
        desde otros sitios.
      </p>
    ),
  },
  {
    id: 'menores',
    title: 'Menores de edad',
    content: (
      <p>
        Las cuentas son para mayores de {accountAge} años. No reunimos datos de menores de 13 años por su propia mano.
        Entre los 13 y los 18 hace falta el consentimiento de madre, padre o tutor.
      </p>
    ),
  },
  {
    id: 'cambios',
    title: 'Cambios',
    content: (
      <p>
        Si esta política cambia en algo importante, te avisamos por correo y aquí al menos 30 días antes. Guardamos qué
        versión aceptaste.
      </p>
    ),
  },
  {
    id: 'contacto',
    title: 'Contacto',
    content: (
      <p>
        El responsable de la base de datos es{' '}
        {[brand.legalName, brand.address, brand.country].filter((part) => part !== null).join(', ')}
        {brand.phone !== null && `; teléfono ${brand.phone}`}. Escríbenos a{' '}
        <a href={`mailto:${brand.email}`}>{brand.email}</a>.
      </p>
    ),
  },
]
