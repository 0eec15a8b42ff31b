import { pointsExpiryMonths } from '#contract/loyalty-words.ts'

import { earnings, whichConsultationsCount } from './earnings.ts'

/** What the page of points is, for a visitor who has to sign in first. */
export function LoyaltyIntro() {
  return (
    <section aria-labelledby="about-loyalty" className="grid gap-4">
      <div>
        <h2 id="about-loyalty">Programa de Lealtad</h2>
        <p className="mt-2 text-ink-soft">
          Tus consultas suman puntos, y los puntos se cambian por recompensas, como un descuento en tu próxima cita.
        </p>
      </div>
      <div className="grid gap-2">
        <h3 className="text-base">Cómo se ganan</h3>
        <ul className="grid gap-1.5">
          {earnings().map(({ points, reason }) => (
            <li key={reason} className="flex items-baseline gap-3">
              <strong className="w-12 shrink-0 text-right text-action tabular-nums">{`+${points}`}</strong>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
        <p className="text-sm text-ink-soft">{whichConsultationsCount}</p>
      </div>
      <div className="grid gap-2">
        <h3 className="text-base">Cómo se usan</h3>
        <p>
          {`Eliges una recompensa, la canjeas y la usas al pagar en línea tu próxima cita. Los puntos vencen si pasan ${pointsExpiryMonths} meses sin que ganes ni canjees.`}
        </p>
      </div>
      <p className="font-medium">Para ver las recompensas y tus puntos, entra en tu cuenta o crea una.</p>
    </section>
  )
}
