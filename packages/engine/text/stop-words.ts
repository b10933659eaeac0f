const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/*
 * Words that are neither indexed nor searched, without accents. The English list is Lucene's (33 words).
 * The other lists contain the most frequent function words.
 */
export const ENGLISH =
  words(`a an and are as at be but by for if in into is it no not of on or such that the
    their then there these they this to was will with`);
export const GERMAN =
  words(`der die das den dem des ein eine einer eines einem einen und oder aber ist sind war
    waren wird werden wurde wurden im in am an auf aus bei mit nach von vor zu zum zur fur uber
    unter durch als wie auch nicht nur noch es er sie sich dass daß hat haben kann konnen wir ihr
    ich so wenn um zwischen bis gegen seine seiner ihre ihrer dieser diese dieses diesem`);
export const FRENCH =
  words(`le la les l un une des du de d et ou mais est sont etait ete etre au aux a en dans
    sur sous par pour avec sans ce cet cette ces il elle ils elles qui que qu ne pas plus se s
    son sa ses leur leurs comme n nous vous je ont dont entre aussi etaient meme lui y`);
export const SPANISH =
  words(`el la los las un una unos unas de del y o pero es son era fue ser al a en con sin por
    para sobre entre como mas no se su sus lo le les que este esta estos estas ha han desde hasta
    tambien donde cuando muy hay nos fueron cada`);
export const ITALIAN =
  words(`il lo la i gli le un uno una di del della dei delle dello degli e o ma sono era
    stato al allo alla ai alle da dal dalla in nel nella con su sul sulla per tra fra che non si
    come piu anche questo questa l dell all nell sull dall nei negli nelle dai
    dalle dagli sui sulle sugli ed ad ha hanno essere quando dove ogni`);
export const PORTUGUESE =
  words(`o a os as um uma uns umas de do da dos das e ou mas sao era foi ser ao aos em no na
    nos nas com sem por para sobre entre como mais nao se seu sua seus suas que este esta esses
    pelo pela pelos pelas ate tambem muito ja ha quando onde ele ela eles elas foram cada isso`);
export const DUTCH =
  words(`de het een en of maar is zijn was waren wordt worden werd in op aan bij met naar van
    voor over onder door als ook niet er dat die dit deze te om tot uit hij zij ze heeft hebben
    wij we ik hun haar tussen tegen dan nog wel kan kunnen deze zich`);
export const DANISH =
  words(`og i det en den til er som pa de med af for ikke der var han at har et vi fra eller men
    om bliver blev kan hvad nar sig hvor ogsa efter ved disse denne dette skal over under mellem jeg
    mod end sa nu hun deres`);
export const NORWEGIAN =
  words(`og i det en et den til er som pa de med av for ikke der var han har vi fra eller men om
    blir ble kan hva nar seg hvor ogsa etter ved disse denne dette skal over under mellom jeg mot
    enn sa na hun deres mer noen`);
export const FINNISH =
  words(`ja on ei se etta joka oli ovat olla mutta myos tai kun niin kuin han tama sen jos ne olivat
    jotka jonka mita mika ole voi voidaan sita hanen taman naiden kanssa seka jossa siita mukaan
    ennen jalkeen eivat`);
export const HUNGARIAN =
  words(`a az es hogy nem is egy ez volt meg csak de mint vagy ha aki ami amely azt ezt el ki be kell
    lehet van vannak voltak amelyek altal utan szerint kozott illetve valamint majd pedig sem mar
    igen igy amikor`);
export const ROMANIAN =
  words(`si in de la cu pe un o din care este sunt a al ai ale pentru sau ca nu se mai fost prin
    sa acest aceasta acestea acesti ce lui ei lor fi dupa intre despre este era erau cel cea cele
    cei unei unui dar fara catre`);
export const TURKISH =
  words(`ve bir bu da de ile icin olarak olan daha en cok ne gibi kadar sonra her ya veya ancak
    ise degil var yok mi mı ki tarafından tarafindan uzerinde arasında arasinda oldugu oldu
    ayrıca ayrica su o`);
export const HINDI =
  words(`और का के की में है हैं को से पर यह एक ने था थे थी कि भी नहीं इस उस जो तो ही हो कर लिए द्वारा साथ किया गया
    जाता या अपने वह तक होता हुआ बाद कुछ`);
export const INDONESIAN =
  words(`yang dan di dari untuk dengan pada ini itu adalah oleh dalam akan tidak sebagai juga ke atau
    dapat telah karena ada mereka ia lebih antara saat serta bagi tersebut seperti hanya sudah
    menjadi setelah`);
export const BULGARIAN =
  words(`и на в за от се с да е не по са като че до при или си но това който която което които със
    към след само още бил беше ще може между както този тази тези един една през над под във`);
export const UKRAINIAN =
  words(`і та в у на з що до не за як для від по є це або які який яка яке при про його її їх але
    також бути був була було через між після під над цього цей ця ці зі із`);
/** Without words that are as frequent in Persian. */
export const ARABIC =
  words(`في من على إلى عن أن إن كان كانت هذا هذه التي الذي ذلك تلك هو هي لا لم لن قد كل بعد قبل مع
    بين أو ثم حيث كما عند عندما غير أي أكثر يكون تكون وهو وهي وفي ومن بها له لها فيه فيها منه
    منها`);
export const HEBREW =
  words(`של את על לא הוא היא זה זו אל עם כי גם או אם כל אשר יש היה היתה הייתה היו אך רק עד בין לפי אחר אחרי
    לפני יותר כמו אין הם הן אני אנחנו זאת אלה`);
export const KOREAN =
  words(`및 또는 그리고 그 이 저 수 것 등 더 위해 있다 있는 있으며 하는 한다 된다 되는 대한 따라 통해 의해 그러나
    하지만 또한 같은 이러한 대해 있었다 했다 하였다 되었다`);

/**
 * English words that carry no topic in a query. Searched only if the query has no other words.
 */
export const ENGLISH_QUERIES = words(`a about above across actually after
  afterwards again against all almost alone along already also although always am among amongst
  an and another any anybody anyhow anyone anything anyway anywhere are aren around as at away
  be became because become becomes been before beforehand behind being below beside besides
  between beyond both but by came can cannot could couldn did didn do does doesn doing don done
  down due during each either else elsewhere enough etc even ever every everybody everyone
  everything everywhere except few for former formerly from further furthermore gave get gets
  getting give given gives go goes going gone got had hadn has hasn have haven having he hence her
  here hereafter hereby herein hers herself him himself his how however i if in indeed instead
  into is isn it its itself just keep kept know known last later latter least less let like
  likely ll made mainly make makes making many may maybe me meanwhile might mine more moreover
  most mostly much must my myself namely near nearly neither never nevertheless next no nobody
  none nor not nothing now nowhere of off often on once one ones only onto or other others
  otherwise our ours ourselves out over own per perhaps please quite rather re really regarding
  same say see seem seemed seeming seems several shall she should shouldn since so some somebody
  somehow someone something sometime sometimes somewhere still such take taken takes than that
  the their theirs them themselves then thence there thereafter thereby therefore therein thereof
  these they this those though through throughout thus to together too toward towards two under
  unless until up upon us use used uses using usually ve various very via was wasn way ways we
  well went were weren what whatever when whence whenever where whereas whereby wherein whereupon
  wherever whether which while who whoever whole whom whose why will with within without won
  would wouldn yet you your yours yourself yourselves`);

/**
 * English words about the request instead of its topic ("I am interested in articles describing …"). They
 * get a lower weight, but not zero: in some corpora they are the topic.
 */
export const REQUEST_WORDS = words(`article articles paper papers report
  reports document documents publication publications literature reference references book books
  interested interest interests describe describes described describing description descriptions
  discuss discusses discussed discussing discussion discussions concern concerns concerned
  concerning deal deals dealing dealt relate relates related relating relation relevant
  information find finding finds found want wants wanted need needs needed looking look looks
  seek seeking search searching retrieve show shows showing tell list lists example examples
  instance particular particularly especially specific specifically general generally material
  materials item items work works study studies studied studying investigate investigates
  investigated investigation investigations include includes included including contain contains
  containing consider considers considered considering consideration mention mentions mentioned
  provide provides provided present presents presented exist exists existing receive pleased
  grateful appreciate topic topics subject subjects aspect aspects type types kind kinds issue
  issues question questions answer answers query result results current new recent available
  possible various different number author authors written write`);

/** Question words, which ask for a topic and do not name it. English ones are among `ENGLISH_QUERIES`, Russian and Swedish ones in other lists. */
export const QUESTIONS = {
  ar: words(`ما ماذا متى أين كيف لماذا كم هل`),
  bg: words(`кой коя кое кои какво какъв каква какви къде кога защо колко`),
  da: words(`hvem hvornar hvorfor hvordan hvilken hvilket hvilke`),
  de: words(`was wer wen wem wessen wo wohin woher wann warum weshalb wieso weswegen wozu wodurch
    womit wofur woran worauf woraus worin worum wovon wovor welche welcher welches welchem welchen
    wieviel wieviele`),
  es: words('quien quienes cual cuales cuanto cuanta cuantos cuantas adonde'),
  fi: words('kuka ketka mitka missa mista mihin milloin miksi miten kuinka montako kumpi'),
  fr: words(`quoi quel quelle quels quelles comment combien quand pourquoi lequel laquelle lesquels
    lesquelles`),
  he: words(`מה מי מתי איפה היכן איך כיצד למה מדוע כמה האם איזה איזו`),
  hi: words(`क्या कौन कब कहाँ कैसे क्यों कितना कितने कितनी किस किसने किसे`),
  hu: words('kik mik mit hol hova honnan mikor miert hogyan mennyi hany melyik milyen'),
  id: words('apa siapa mana kapan mengapa kenapa bagaimana berapa'),
  it: words('chi quale quali quanto quanta quanti quante perche'),
  ko: words(
    '무엇 무엇을 무엇이 무엇인가 누구 누가 언제 어디 어디에 어디에서 어떻게 왜 얼마나 무슨 어떤 어느 몇',
  ),
  nl: words('wat wie waar wanneer waarom hoe hoeveel welk welke'),
  no: words('hvem hvorfor hvordan hvilken hvilket hvilke'),
  pt: words('quem qual quais quanto quanta quantos quantas porque'),
  ro: words('cine unde cand cum cat cata cati cate'),
  tr: words('kim nasıl nasil nicin neden nerede nereye hangi kac'),
  uk: words(`хто що який яка яке які де куди коли чому скільки`),
};
