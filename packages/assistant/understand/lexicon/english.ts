/**
 * English words and phrases by what they do in a request. A word may be in several classes, and the grammar decides. Longer
 * phrases win over their words. `*` at the end stands for any letters.
 */
export const english: Record<string, string> = {
  POLITE:
    'please, kindly, thanks, thank you, hi, hello, hey, dexi, ok, okay, so, now, then, also, just, again',
  GREET:
    'hi, hello, hey, good morning, good afternoon, good evening, good day, thanks, thank you, a lot, very much, so much, thx, cheers, bye, goodbye, ok, okay, great, nice, cool, perfect, there, dexi, all, everyone, again',
  ABOUTME:
    'who are you, what are you, what can you do, what could you do, what do you do, how can you help, how could you help, how do you work, which model, which ai model, which language model, what is dexi',
  AREYOU: 'are you, are you a, are you an',
  BOT: 'ai, bot, chatbot, chat bot, human, person, robot, machine, model, language model, gpt, chatgpt, real, llm',
  HELP: 'help',

  // What it refuses.
  YOURS: 'your, the, system, hidden, initial, original, secret, developer, internal',
  YOUR: 'your, system, hidden, secret, developer, internal',
  PROMPT: 'prompt, prompts, instructions, system message, guidelines, system prompt',
  CONFIG: 'configuration, rules',
  REVEAL: 'repeat, print, output, show, reveal, copy',
  ABOVE: 'above, verbatim, word for word, prompt, system message, instructions, system prompt',
  IGNORE: 'ignore',
  ORDERS: 'instruction, instructions, prompt, prompts, rule, rules, message, messages, everything',
  OTHER: 'other, another, different, all',
  PEOPLE:
    'user, users, customer, customers, tenant, tenants, organization, organizations, organisation, organisations, people, person, persons, company, companies',
  SEARCHED:
    'searches, searched, asked, typed, looked, filters, thread, threads, chat, chats, questions, data, history, conversation, conversations',
  SEARCHES:
    'searches, filters, thread, threads, chat, chats, questions, data, history, conversation, conversations',
  LINK: 'did, do, does, have, has, had, were, are, of, from, by, set, used, the',
  KEY: 'api key, api keys, secret key, secret keys, access key, access keys',
  KEYLEAD: 'your, of, do you, that you',
  JAILBREAK:
    'jailbreak, developer mode, dan mode, do anything now, pretend to be, pretend you, you are now, act as, from now on you',

  // What it cannot do.
  OFFTOPIC:
    'weather, joke, poem, song, recipe, horoscope, football, soccer, lottery, movie, president, capital of, stock price, bitcoin, homework, love me, how old are you, tell me a story, meaning of life, what time is it',
  LEGAL:
    'infring*, freedom to operate, fto, liable, legal advice, sue, sued, lawsuit, may we sell, can we sell, may i sell, can i sell, are we allowed, am i allowed, allowed to sell, patentable, patentability opinion, enforceable, a valid patent, is it valid, is it invalid, hold up in court, would win, get around, getting around, work around, workaround, design around, designing around, circumvent*',
  ADDEDMATTER:
    'added matter, added subject matter, added subject-matter, adds matter, add matter, new matter, beyond the application as filed, beyond what was filed, as originally filed, extends beyond, extended beyond, intermediate generalisation, intermediate generalization',
  VALID: 'valid, invalid, validity',
  OPINION:
    'in your opinion, your opinion, what do you think, do you think, would you recommend, do you recommend, recommend, should i, should we, most valuable, more valuable, is it worth, better invention, best patent, market value, commercial success',
  DRAFT: 'draft, write, rewrite, formulate, compose, word a claim, translate',
  DRAFTED:
    'claim, claims, application, letter, email, e-mail, reply, response, office action, description, argument, arguments, text, report, it, this, patent, german, french, spanish, japanese, chinese, korean, english',
  PLAINWORDS:
    "in plain words, in simple words, in simple terms, in plain english, in plain language, in layman's terms, for a layman, for a child, for children, like i am five, like i'm five, in your own words, simply",
  LITERATURE:
    'scientific papers, research papers, scientific articles, journal articles, scientific literature, non-patent literature, journal papers, academic papers, conference papers, pubmed, google scholar, ieee, arxiv, wikipedia',
  JOURNAL:
    'nature, science, cell, the lancet, a journal, journals, a magazine, the literature, ieee',

  // Acts.
  FIND: 'find, search, search for, look for, looking for, searching for, find me, list, is there, are there, was there, were there',
  SHOW: 'show, give, display, open, read, view, print, tell, get, list, check, see, look up, look at',
  ME: 'me, us',
  COMPARE: 'compar*, differ*, versus, vs, vs., distinguish*, in common, overlap*, side by side',
  ADDS: "add, adds, added, adding, additional, new over, beyond, that is not in, missing from, missing in, lacks, lack, does not, doesn't, not have, missing",
  INVALIDATE:
    'invalidat*, anticipat*, novelty-destroying, novelty destroying, knock out, knockout, prior art, predat*, challeng*, invalidity, not novel, against',
  CHART:
    'chart, claim chart, element by element, feature by feature, limitation by limitation, charted, map',
  SIMILAR:
    'similar, like, alike, related to, close to, closest to, nearest, resembl*, comparable, such as, akin to',
  WHY: 'why',
  ISNOT:
    "not, excluded, left out, missing, omitted, omit, lower, below, last, isn't, wasn't, doesn't, don't, didn't, aren't",
  EXPORT:
    'export, csv, as csv, download, excel, spreadsheet, save the list, everything we found, everything you found, all we found, what we found, what you found, found so far, so far',
  SORT: 'sort, order, arrange, rank, sorted, ordered',
  SUMMARY:
    'summary, summar*, sum up, gist, overview, nutshell, in a nutshell, outline, bullet points, bullets, bullet point, five bullets, key points, main points, explain, tl;dr',
  PROBLEM: 'problem, problems, drawback, drawbacks, disadvantage, disadvantages',
  SOLUTION: 'solution, solutions',
  ADVANTAGE:
    'advantage, advantages, benefit, benefits, better than, effect, effects, why it is better, why is it better',
  SOLVE: 'solve, solves, solved, address, addresses, tackle, tackles, overcome, overcomes',
  DEFINE:
    'define, defines, defined, definition, mean, means, meaning, meant by, construe, construed, construction, interpret, interpreted, term, understood by',
  NARROW:
    'narrow, narrows, narrowed, limit it, limit, limits, restrict, restricts, further define, further defines',
  DEPEND: 'depend, depends, dependent, depending, refer back, refer to claim',
  INDEPENDENT: 'independent, independent claims, independent ones, independent claim, independents',
  TREE: 'tree, claim tree, claims tree, hierarchy, structure of the claims, claim structure',

  // Parts and facts of a document.
  CLAIM: 'claim, claims',
  ABSTRACT: 'abstract, about',
  DESCRIPTION:
    'description, full text, whole text, specification, entire text, paragraph, paragraphs',
  FIGURE: 'figure, figures, fig, fig., figs, drawing, drawings, sheets',
  FACTS:
    'who owns, owns, own, owner, owners, owned, who invented, who filed, who made, who is, who was, who are, who were, inventor, inventors, assignee, assignees, applicant, applicants, when was, when is, when were, when did, priority date, filing date, publication date, grant date, priority, filing, publication, grant, date, dates, how old, filed, granted, published, issued, cpc, class, classes, classification, classified, how many claims, kind code, bibliograph*, title',
  OWNER:
    'who owns, owns, own, owner, owners, owned, holder, assignee, assignees, applicant, applicants, who filed, company, companies, firm, proprietor',
  INVENTOR: 'inventor, inventors, who invented, invented, invent',
  WHEN: 'when was, when is, when were, when did, how old, priority date, filing date, publication date, grant date',
  FAMILY:
    'famil*, family members, siblings, counterparts, counterpart, equivalents, continuation, continuations, divisional',
  CITES:
    'cite, cites, citations, citation, references cited, cited references, cited documents, backward citations',
  CITEDBY:
    'who cites, cited by, citing documents, citing patents, forward citations, which patents cite, which documents cite, which cite, what cites, is cited by, cite it, cites it, cites this, cited',
  STATUS:
    'in force, status, legal status, expired, expire, expires, expir*, lapsed, lapse, alive, active, abandoned, maintenance fee, maintenance fees, fees paid, still valid, assigned to somebody else, assigned to someone else, been assigned, been transferred, transferred, changed hands, reassigned, new owner, sold',

  // Filters.
  EXCLUDE:
    "excluding, exclude, excludes, except, except for, exclusive of, but not, but no, but none, leave out, leaving out, other than, omitting, apart from, nothing with, nothing about, nothing that, nothing on, rather than, but without, ignoring, avoiding, do not mention, not mentioning, that do not mention, which do not mention, do not use, does not use, do not have, does not have, which do not, that do not, which does not, that does not, those which do not, those that do not, don't use, don't mention",
  NOT: 'no, not, none, minus, skip, avoid, omit',
  WITHOUT: 'without',
  MUST: 'must mention, must have, must include, must contain, must use, it must mention, it must have, has to have, have to have, has to mention, has to include, has to contain, have to mention, should mention, that mention, which mention, those that mention, those which mention, that contain the word, mentioning, with the word, with the words, containing the word, only those that mention, only those which mention, only those with, only those that have, only those that use, only those which use, only those which have, only with, must be',
  THOSE: 'those, these, the ones, documents, patents, anything, ones, any, everything, things',
  VERB: 'use, uses, using, need, needs, needing, mention, mentions, mentioning, have, has, having, with, about, on, contain, contains, containing, involve, involves, include, includes, rely on, require, requires, employ, that, which, speak of',
  BY: 'by, from',
  OWNEDBY:
    'assigned to, owned by, held by, filed by, belonging to, belongs to, belong to, assignee, assignees, assignee is, assignee:, assignees are, applicant, applicants, applicant is, owner is',
  PATENT:
    'patent, patents, document, documents, publication, publications, application, applications, inventions, invention, everything, anything, ones, art, prior art',
  OF: 'of',
  WHATHAVE:
    'what has, what have, what does, what do, what did, what else has, what else does, which patents does, which patents has',
  HAVEVERB:
    'have, has, own, owns, filed, file, hold, holds, published, publish, patented, patent, got, done',
  INVENTEDBY:
    'invented by, inventor, inventors, inventor is, inventors include, inventor includes, by the inventor, by inventor, inventors are, with inventor, named inventor, of the inventor, from the inventor, inventor:',
  DID: 'did, does, has, have',
  INVENT: 'invent, invented, develop, developed',
  CLASSLEAD:
    'in, with, of, under, within, only, the, cpc, ipc, class, classes, group, groups, code, codes, symbol, symbols, subclass, classified, as, as in, below, everything under',
  CLASSNOUN: 'cpc, ipc, class, classes, classified, classification, subclass',
  BELOW:
    'and below, and everything below, or below, and all below, and its subgroups, and subgroups',
  KINDNOUN: 'kind, kinds, kind code, kind codes',
  GRANT: 'granted patents, granted patent, grants, grant, patents granted, granted ones, granted',
  APPLICATION:
    'published applications, published application, applications, patent applications, application',
  PLAINAPPLICATION: 'applications, application, patent applications',
  UTILITYMODEL: 'utility models, utility model',
  DESIGN: 'design patents, designs patents',
  INSTEAD: 'instead, only, alone',
  ONLY: 'only, just, solely, exclusively, restrict to, limit to, limited to, restricted to',
  DROP: 'without, drop, remove, clear, forget, ignore, lift, no, skip, delete, reset, take away, undo, cancel',
  ANYOF: 'any, all',
  FILTERNOUN: 'filter, filters, limit, limits, restriction, restrictions, condition, conditions',
  DATEFILTER: 'date, dates, year, years, date filter, time limit',
  OWNERFILTER: 'assignee, assignees, owner, owners, company',
  INVENTORFILTER: 'inventor, inventors',
  CLASSFILTER: 'class, classes, cpc, classification',
  KINDFILTER: 'kind, kinds, kind code, kind codes',
  OFFICEFILTER: 'office, offices, country, countries',
  WORDFILTER: 'word, words, exclusion, exclusions',

  // References.
  FIRST: 'first, top, best',
  ORDINAL: 'first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth',
  CARDINAL: 'one, two, three, four, five, six, seven, eight, nine, ten',
  NOUN: 'one, ones, result, results, document, documents, patent, patents, hit, hits, item, items, reference, references',
  NUMBERED: 'number, no, no., result, document, patent, item, hit, reference, #',
  NOTLISTED: 'claim, claims, embodiment, element, paragraph, time, sentence, figure',
  PRONOUN:
    'it, its, this one, that one, this patent, that patent, this document, that document, the patent, the document, the same patent, this, that',
  PLURAL:
    'which ones, which one, which patent, which patents, which document, which documents, these, those, them, they, their, both, all of them, all of these, all of those, any of them, any of these, any of those, the results, the documents, the patents, the hits, each, each of them',
  REST: 'others, the rest, the others',
  BAREVERB:
    "compare, what about, how about, and, versus, vs, between, show, open, read, tell me about, tell me more about, not, isn't, wasn't, summarize, summarise",
  ELSE: 'someone else, somebody else, anyone else, anybody else, others, other companies, other company, another company, other assignees, another assignee, other owners, other owner, another owner, other applicants, other firms, other people, different company, different companies, different owner, different owners, different assignee, a different company, the other company, the other companies, the other owner, the other owners, the other applicant, the other applicants, the other assignees, the other firms, the others, the other assignee, the other firm',
  ELSEWHO: "competitor, competitors, someone else's, somebody else's, anyone else's",

  // Changes.
  MORE: 'more, other, others, what else, anything else, further, additional, next, the rest, any others',
  CHANGE: 'what about, how about, same for, instead, the same, same, same but, same but for, and',
  ADDITION: 'with, using, having, that, where, made, in which',
  CORRECT: 'no make that, make that, make it, i meant, i mean, rather',
  JOIN: 'and, or, also, but, plus, now, ok, what about, how about',
  OLDER: 'earlier, older, before it, before its, before that, prior, predat*',
  EARLIERONES: 'oldest, newest, older, newer, summarize, summarise, overview',

  // Questions and the words that only make a request.
  QUESTION:
    'how, what, which, where, why, who, when, does, do, is, are, can, could, has, have, did, show, list',
  SEARCHWORD:
    'find, search, search for, look for, looking for, list, patent, patents, prior art, anything, publication, publications, document, documents, is there, are there',
  FRAME:
    "please, kindly, hi, hello, hey, dexi, ok, okay, so, well, now, and, also, then, only, just, can you, could you, would you, will you, find, search, look, show, give, list, get, tell, check, see, me, us, for, if, whether, about, up, all, some, any, i, i am, i'm, we, we are, we're, looking, looking for, searching, searching for, search for, look for, interested, interested in, i want, we want, i need, we need, i would like, i'd like, to know, to find, to see, i invented, we invented, i designed, i built, i developed, we developed, i have invented, i have an idea, i have an idea for, my invention is, my idea is, my invention, our invention, my idea, the invention, relates to, concerns, is there, are there, was there, were there, do you know, do you know of, do you have, does anyone know, has anyone, has anybody, has somebody, has someone, has anyone patented, has anyone invented, already, ever, patented, what, which, other, relevant, related, existing, known, similar, older, newer, recent, granted, the, more, prior art, patent, patents, document, documents, publication, publications, application, applications, reference, references, result, results, anything, something, everything, nothing, invention, inventions, art, disclosure, disclosures, does, do, did, is, are, could, can, has, have, how, where, why, it, they, this, that, these, those, the patent, the document, one, ones, mention, mentions, speak of, speaks of, say, says, talk about, use, uses, contain, contains, teach, teaches, cover, covers, include, includes, describe, describes, disclose, discloses, on, of, in, regarding, concerning, covering, describing, disclosing, showing, relating to, related to, to, against, like, with, help me, novelty search, patentability search, invalidity search, prior art search, exists, exist, are known, is known, were, open, read, view, display, what about, how about, instead, documents on, from, by, dealing with, directed to, what else, same, same for, same but, same but for, the same",
  STOP: 'before, after, since, until, about, on, for, published, filed, granted, with, in, that, which, only, where, whose, from, between, having, priority, kind, please, cpc, but, either, at, to, of, class, as, is, are, and their, however, among, within, during, under',
  AND: 'and, or, and/or, nor',
  FILLER: 'still, yet, currently, either, please, too, as well, at all, though, instead, anywhere',
  ARTICLE: 'a, an, the, any, some, all',
  NONAME:
    'it, its, this, that, the, a, an, someone, somebody, other, others, another, any, whom, which, these, those, me, us, japan, germany, china, korea, europe, america, january, february, march, april, may, june, july, august, september, october, november, december, i, we, what, who, where, when, how, patents, documents, claim, claims, fig, figure, find, show, search, compare, list, give, and, or, only',
  EPONYM:
    'disease, law, rings, ratio, modulus, effect, equation, theorem, syndrome, algorithm, principle, oil, milk, eye, head, voice, skin, weight, own',
};

/** Offices by their names. */
export const offices: Record<string, string> = {
  EP: 'ep, european, epo',
  US: 'american, uspto, united states, usa',
  WO: 'wo, pct, international, wipo',
  CN: 'cn, chinese, china',
  JP: 'jp, japanese, japan',
  KR: 'kr, korean, korea',
  DE: 'german, germany',
  GB: 'gb, british, united kingdom, great britain',
  FR: 'french, france',
  CA: 'canadian, canada',
  AU: 'australian, australia',
  TW: 'taiwanese, taiwan',
  IN: 'indian, india',
  BR: 'brazilian, brazil',
  AT: 'austrian, austria',
  CH: 'swiss, switzerland',
  ES: 'spanish, spain',
  IT: 'italian, italy',
  NL: 'dutch, netherlands',
  RU: 'russian, russia',
  SE: 'swedish, sweden',
};
