import { html } from 'hono/html'

/**
 * A person with an account at the provider. Without `email` the provider has no address. `hd`: the domain of the organisation
 * whose account it is, at Google.
 */
export type Person = {
  sub: string
  email: string | undefined
  verified: boolean
  name: string | undefined
  hd?: string | undefined
}

const accounts: Record<string, Person> = {
  ana: { sub: 'ana-1', email: 'ana@example.uy', verified: true, name: 'Ana Prueba' },
  beto: { sub: 'beto-2', email: 'beto@example.uy', verified: false, name: 'Beto Prueba' },
  caro: { sub: 'caro-3', email: undefined, verified: false, name: 'Caro Prueba' },
}

/** The person chosen in the login form; undefined when the form was cancelled. */
export function readChoice(form: URLSearchParams): Person | undefined {
  const account = form.get('account') ?? ''
  if (account === 'cancel') return undefined
  const person = accounts[account]
  if (person) return person
  const email = form.get('email') || undefined
  return {
    sub: form.get('sub') || `persona-${email ?? 'sin-correo'}`,
    email,
    verified: form.get('verified') === 'on',
    name: form.get('name') || undefined,
    hd: form.get('hd') || undefined,
  }
}

/** The page on which a test chooses a person. It posts to its own URL. */
export function loginPage({ role }: { role: string }) {
  return html`<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${role} de prueba</title></head>
<body>
<main>
<h1>${role} de prueba</h1>
<form method="post">
<p><button name="account" value="ana">Seguir como ana@example.uy</button></p>
<p><button name="account" value="beto">Seguir como beto@example.uy</button> (correo sin verificar)</p>
<p><button name="account" value="caro">Seguir como Caro, sin correo</button></p>
<p><label>Correo <input name="email"></label></p>
<p><label>Identificador <input name="sub"></label></p>
<p><label>Nombre <input name="name"></label></p>
<p><label>Organización <input name="hd"></label></p>
<p><label><input type="checkbox" name="verified" checked> Correo verificado</label></p>
<p><button name="account" value="other">Seguir con esta cuenta</button></p>
<p><button name="account" value="cancel">Cancelar</button></p>
</form>
</main>
</body>
</html>`
}
