/** The last sentences of biographies. They suit every professional, whether in a practice, at patients' homes or by video. */
export const closings = {
  all: [
    'Fuera del consultorio le gusta caminar por la rambla.',
    'Cree en los tratamientos que se entienden y que tienen un final.',
    'Responde los mensajes el mismo día.',
    'Antes de empezar explica cuánto puede durar el tratamiento y cuánto cuesta.',
    'Da clases en la formación de grado desde hace algunos años.',
    'Supervisa sus casos todas las semanas.',
    'Participa en una policlínica de su barrio una mañana por semana.',
    'Atiende también en inglés.',
    'Se toma en serio la puntualidad.',
    'Escribe un resumen para el médico tratante cuando se lo piden.',
  ],
  online: [
    'Online trabaja con personas de todo el país.',
    'Las sesiones online duran lo mismo que las del consultorio.',
  ],
  home: [
    'Va a domicilio con todo el material necesario.',
    'En las visitas a domicilio aprovecha los espacios y los muebles de la casa.',
  ],
} as const
