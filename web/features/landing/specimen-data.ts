/** Recorded from the sample patents catalogue as it comes with the product; a test compares. */
export const specimen = {
  query: 'Organisms that make fuel from sugar',
  hits: [
    {
      id: 'US-99500075-B2',
      title: 'Bacteria That Convert Sugar To Butanol Fuel In The Presence Of Solvent',
      score: 0.7699,
    },
    {
      id: 'US-20180995076-A1',
      title: 'Oily Yeast Grown On Waste Sugar For Aviation Fuel',
      score: 0.7587,
    },
    {
      id: 'US-20110995074-A1',
      title: 'Yeast That Makes Fuel From The Sugars Of Straw Without Losing Xylose',
      score: 0.7578,
    },
    {
      id: 'US-20130247452-A1',
      title: 'Bacterial Production Of Jet Fuel And Gasoline Range Hydrocarbons',
      score: 0.6603,
    },
  ],
};
