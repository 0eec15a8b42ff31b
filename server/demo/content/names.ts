/** First and last names that are common in Uruguay. They are combined at random, so that they name no real person. */
const list = (text: string) => text.trim().split(/\s*,\s*/u)

export const womensNames = list(`
  Carolina, Valentina, Florencia, Agustina, Natalia, Virginia, Mariana, Lorena, Rossana, Gabriela, Cecilia, Verónica,
  Patricia, Silvana, Alejandra, Sofía, Camila, Victoria, Romina, Paola, Daniela, Andrea, Mónica, Graciela, Laura, Jimena,
  Magdalena, Inés, Soledad, Macarena, Antonella, Belén, Noelia, Fiorella, Elisa, Martina, Julieta, Micaela, Pilar, Leticia,
  Fabiana, Karina, Stefanía, Tatiana, Ximena, Adriana, Beatriz, Estela, Rosina, Lucila, Eugenia, Mercedes, Catalina, Renata,
  Guillermina, Yanina, Nadia, Raquel, Susana, Marcela`)

export const mensNames = list(`
  Martín, Diego, Federico, Gonzalo, Andrés, Nicolás, Sebastián, Rodrigo, Pablo, Santiago, Matías, Joaquín, Ignacio, Facundo,
  Álvaro, Marcelo, Fernando, Gustavo, Daniel, Jorge, Raúl, Hugo, Emiliano, Bruno, Agustín, Leandro, Mauricio, Germán,
  Esteban, Ramiro, Felipe, Tomás, Guillermo, Ricardo, Alejandro, Mathías, Gastón, Maximiliano, Juan, Francisco, Damián, Camilo,
  Renzo, Bautista, Lautaro, Ismael, Washington, Néstor, Walter, Julio`)

export const surnames = list(`
  Rodríguez, González, Fernández, Martínez, Pereira, Silva, García, López, Pérez, Sosa, Olivera, Suárez, Núñez, Cabrera,
  Acosta, Méndez, Techera, Bentancor, Larrosa, Arocena, Camejo, Viera, Pintos, Morales, Rivero, Machado, Cardozo, Barreto,
  Curbelo, Berrutti, Bonilla, Echeverría, Irigoyen, Urrutia, Goñi, Zunino, Ferrari, Bianchi, Rossi, Pastorino, Canessa,
  Magnone, Etchart, Etcheverry, Iturralde, Gutiérrez, Correa, Duarte, Fagúndez, Fleitas, Medina, Moreira, Muniz, Ojeda,
  Pacheco, Peña, Píriz, Ramos, Recoba, Ribeiro, Romero, Saravia, Scaglia, Tabárez, Torres, Umpiérrez, Vázquez, Vidal, Villalba,
  Yannuzzi, Zabala, Alonso, Amaral, Andrada, Antúnez, Barrios, Batalla, Bermúdez, Blanco, Brum, Caetano, Castro, Chiappara,
  Cuello, Delgado, Espínola, Ferreira, Franco, Gadea, Giménez, Guerra, Hernández, Izquierdo, Lemos, Luzardo, Maciel, Maldonado,
  Marichal, Mello, Montero, Navarro, Orrego, Otero, Pais, Quintana, Reyes, Sellanes, Toledo, Varela, Vignoli`)

/** First names that were given often sixty years ago, and those of the last thirty: a portrait fits its person's age. */
export const namesOfOlderPeople = list(`
  Graciela, Mónica, Susana, Raquel, Beatriz, Estela, Mercedes, Adriana, Rossana, Marcela, Hugo, Raúl, Jorge, Walter,
  Washington, Néstor, Julio, Ricardo, Daniel, Gustavo`)

export const namesOfYoungPeople = list(`
  Agustina, Camila, Martina, Julieta, Micaela, Antonella, Macarena, Belén, Renata, Catalina, Lucila, Guillermina, Sofía,
  Bautista, Lautaro, Mathías, Tomás, Facundo, Joaquín, Agustín, Camilo, Renzo, Ramiro, Felipe`)
