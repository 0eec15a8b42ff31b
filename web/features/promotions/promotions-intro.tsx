import { brand } from '#contract/brand.ts'
import { reservationMinutes } from '#contract/promotion-codes.ts'

const steps = [
  { title: 'Reserva tu cita', text: 'El descuento se aplica a una cita que ya reservaste.' },
  {
    title: 'Aplica el código',
    text: `Queda reservado ${reservationMinutes} minutos para que pagues con él. Antes de aplicarlo ves cuánto ahorras.`,
  },
  { title: 'Paga menos', text: 'El precio de la cita baja lo que dice la promoción.' },
]

/** What the page of promotions is, for a visitor who has to sign in first. */
export function PromotionsIntro() {
  return (
    <section aria-labelledby="about-promotions" className="grid gap-4">
      <div>
        <h2 id="about-promotions">Promociones</h2>
        <p className="mt-2 text-ink-soft">
          {`Un código de descuento baja el precio de una consulta. Lo publica un centro, para sus consultas, o ${brand.name}, para las de todos.`}
        </p>
      </div>
      <ol className="grid gap-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="flex size-8 shrink-0 items-center justify-center rounded-full border-2 border-path font-semibold text-action tabular-nums"
            >
              {index + 1}
            </span>
            <span className="grid">
              <span className="font-semibold">{title}</span>
              <span className="text-ink-soft">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="font-medium">
        Para ver las promociones publicadas y aplicar un código, entra en tu cuenta, o crea una y confirma tu correo.
      </p>
    </section>
  )
}
