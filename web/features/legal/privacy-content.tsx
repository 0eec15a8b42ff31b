import { brand } from '#contract/brand.ts'

import type { LegalSection } from './legal-page.tsx'

const { gdpr, uruguayanLaw, serversInUruguay } = brand.claims
const laws = [uruguayanLaw, gdpr].filter((claim) => claim.shown).map((claim) => claim.text)

export const privacySections: readonly LegalSection[] = [
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
          <strong>De tus reservas:</strong> con quién, para quién, cuándo, dónde y a qué precio. Si reservas para
          alguien a tu cargo, su nombre, su fecha de nacimiento y qué es de ti.
        </li>
        <li>
          <strong>De salud:</strong> lo que un profesional que te atiende anote en tu historial, y lo que tú cuentes al
          reservar.
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
          Para darte la cuenta, hacer y recordar tus reservas, responderte y cuidar que nadie abuse del servicio. No
          hacemos publicidad de otros con tus datos ni los vendemos. De un centro recibes promociones solo si las
          pediste.
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
          dirección de tu casa la ve solo quien va a atenderte ahí. Con nadie más, salvo que un juez lo ordene.
        </p>
        <p>El personal de {brand.name} no tiene acceso a los historiales.</p>
      </>
    ),
  },
  {
    id: 'seguridad',
    title: 'Cómo los cuidamos',
    content: (
      <>
        <p>
          Todo viaja cifrado. Los diagnósticos y las notas se guardan además cifrados en la base de datos, y cada
          lectura queda anotada: quién, cuándo y por qué. Puedes ver ese registro.
          {serversInUruguay.shown && ' Los servidores están en Uruguay.'}
        </p>
        <p>Si alguna vez tus datos quedaran expuestos, te lo diremos a ti y a la autoridad sin demora.</p>
      </>
    ),
  },
  {
    id: 'derechos',
    title: 'Tus derechos',
    content: (
      <>
        <p>
          Puedes ver tus datos, corregirlos, llevártelos y pedir que los borremos. Escríbenos a{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a> desde el correo de tu cuenta; respondemos dentro de los
          cinco días hábiles.
        </p>
        {laws.length > 0 && <p>{`Normas que nos obligan: ${laws.join('; ')}.`}</p>}
        {uruguayanLaw.shown && (
          <p>Si no te respondemos bien, puedes reclamar ante la Unidad Reguladora y de Control de Datos Personales.</p>
        )}
      </>
    ),
  },
  {
    id: 'conservacion',
    title: 'Cuánto tiempo los guardamos',
    content: (
      <p>
        Mientras tengas la cuenta. Después de cerrarla guardamos unos 7 años lo que la ley exige: los pagos, sin tu
        nombre, y el historial clínico, sellado y legible solo por quien te atendió. Lo demás se borra.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    content: (
      <p>
        Usamos una sola cookie propia, que reconoce al navegador que retiene una hora mientras la reserva se completa.
        Tu sesión, lo que ya escribiste en un formulario y si viste la bienvenida quedan guardados en tu navegador. No
        hay cookies de publicidad ni de terceros. El mapa se carga desde OpenStreetMap, que así ve tu dirección de
        internet.
      </p>
    ),
  },
  {
    id: 'menores',
    title: 'Menores',
    content: (
      <p>
        Las cuentas son para mayores de 18 años. No reunimos datos de menores de 13 años por su propia mano. Entre los
        13 y los 18 hace falta el consentimiento de madre, padre o tutor, que reserva desde su cuenta para la persona a
        su cargo.
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
        El responsable de los datos es {brand.legalName}, {brand.address}. Escríbenos a{' '}
        <a href={`mailto:${brand.email}`}>{brand.email}</a>.
      </p>
    ),
  },
]
