/** Google and Apple are two clients of one OpenID provider. Facebook has separate routes. */
export const credentials = {
  googleId: 'senda.apps.example',
  googleSecret: 'secreto-de-google-para-las-pruebas',
  facebookId: '1029384756',
  facebookSecret: 'secreto-de-facebook-para-las-pruebas',
  appleId: 'uy.senda.prueba',
  appleTeam: 'EQUIPO1234',
  appleKey: 'CLAVE12345',
}
export type Credentials = typeof credentials
