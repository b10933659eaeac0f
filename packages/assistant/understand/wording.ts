import { stemSet } from '../terms.ts';

/** Phrases by their meaning. Each is tried on a message without its filters, documents and pasted claim. */
export const asks = {
  reveal:
    /\b(?:your|the|system|hidden|initial|original|secret|developer|internal)\s+(?:\w+\s+)?(?:prompts?|instructions?|system message|guidelines|configuration|rules)\b|\b(?:repeat|print|output|show|reveal|copy)\b.{0,40}\b(?:above|verbatim|word for word|prompt|system message|instructions)\b|\bignore\b.{0,30}\b(?:instructions?|prompts?|rules|messages?|everything)\b|\b(?:other|another|different)\s+(?:users?|customers?|tenants?|organi[sz]ations?|people|persons?|compan(?:y|ies))['’]?s?\s+(?:searches|searched|asked|typed|looked|filters|threads?|chats?|questions|data|history|conversations?)\b|\b(?:searches|filters|threads?|chats?|questions|data|history|conversations?)\s+(?:(?:did|do|does|have|has|had|were|are|of|from|by|set|used)\s+)+(?:by\s+)?(?:the\s+)?(?:other|another|all|different)\s+(?:users?|customers?|tenants?|organi[sz]ations?|people)|\b(?:api|secret|access)\s+keys?\s+(?:of|do you|that you)|\byour\s+(?:api|secret|access)\s+keys?\b|\b(?:jailbreak|developer mode|DAN mode|do anything now)\b|\bpretend (?:to be|you)\b|\b(?:you are now|act as|from now on you)\b/i,
  greeting:
    /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:a lot|very much|so much))?|thx|cheers|bye|goodbye|ok(?:ay)?|great|nice|cool|perfect)(?:\s+(?:there|dexi|all|everyone|again))?\W*$/i,
  about:
    /\b(?:who|what)\s+are\s+you\b|\bare you (?:an?\s+)?(?:ai|bot|chat ?bot|human|person|robot|machine|model|language model|gpt|chatgpt|real|llm)\b|\bwhat (?:can|could|do) you do\b|\bhow (?:can|could) you help\b|\bhow do you work\b|\bwhich (?:ai |language )?model\b|^\W*help\W*$|\bwhat is dexi\b/i,
  offTopic:
    /\b(?:weather|joke|poem|song|recipe|horoscope|football|soccer|lottery|movie|president|capital of|stock price|bitcoin|translate|homework|love me|how old are you|tell me a story|meaning of life|what time is it)\b/i,
  invalidate:
    /\b(?:invalidat\w*|anticipat\w*|novelty[- ]destroying|knock(?:s|ing)?[- ]?out|prior art|predat\w*|challeng\w*|invalidity|not novel|against)\b/i,
  similar: /\b(?:similar|like|alike|related to|close(?:st)? to|nearest|resembl\w*|comparable)\b/i,
  compare:
    /\b(?:compar\w*|differ\w*|versus|vs\.?|distinguish\w*|in common|overlap\w*|side by side)\b/i,
  whyNot:
    /\bwhy\b.*(?:\bnot\b|n['’]t\b|\bexclude\w*|\bleft out|\bmissing|\bomit\w*|\blower|\bbelow|\blast\b)/i,
  claims: /\bclaims?\b/i,
  abstract: /\b(?:abstract|summary|summari[sz]e|overview|about)\b/i,
  description: /\b(?:description|full text|whole text|specification|entire text|paragraphs?)\b/i,
  facts:
    /\b(?:who (?:owns?|owned|invented|filed|made|is|was|are|were)|owners?|owned|inventors?|assignees?|applicants?|when (?:was|is|were|did)|(?:priority|filing|publication|grant)(?: |-)?(?:date)?|dates?|how old|filed|granted|published|issued|cpc|class(?:es|ification)?|famil(?:y|ies)|cites?|cited|citations?|how many claims|kind code|bibliograph\w*|valid(?:ity)?|infring\w*|expir\w*|in force|enforceable|lapsed?|still)\b/i,
  legal: /\b(?:infring\w*|freedom to operate)\b/i,
  overview: /\b(?:oldest|newest|older|newer|summari[sz]e|overview)\b/i,
  others:
    /\b(?:by|from|of)\s+(?:some(?:one|body) else|others?|(?:an)?other\s+(?:compan(?:y|ies)|assignees?|owners?|applicants?|firms?|people)|anyone else|anybody else|different\s+(?:compan(?:y|ies)|assignees?|owners?))\b|\b(?:some(?:one|body)|anyone|anybody) else['’]?s?\b|\bcompetitors?\b/i,
  more: /\b(?:more|others?|what else|anything else|further|additional|next|the rest)\b/i,
  clear:
    /\b(?:without|drop|remove|clear|forget|ignore|lift|no|skip|delete|reset)\b.{0,25}\b(?:filters?|dates?|limits?|restrictions?|assignee|class|cpc|kind(?: codes?)?)\b|\b(?:any|all)\s+(?:dates?|years?|assignees?|class(?:es)?)\b/i,
  question:
    /^\W*(?:so\s+|and\s+|but\s+)?(?:how|what|which|where|why|who|when|does|do|is|are|can|could|has|have|did)\b/i,
  search:
    /\b(?:find|search|look(?:ing)? for|list|patents?|prior art|anything|publications?|documents?|is there|are there)\b/i,
  addition:
    /^\W*(?:and|or|also|but|plus|now|ok|what about|how about)?\s*(?:with|using|having|that|where|made|in which)\b/i,
  change:
    /^\W*(?:and|what about|how about|same for|instead|the same|now|same)\s+(?:but\s+)?(?:(?:for|about|on|with)\s+)?/i,
  earlier: /\b(?:earlier|older|before (?:it|its|that)|prior|predat\w*)\b/i,
} as const;

/** Openings of a request that say nothing about its subject. */
const leads = [
  /^(?:please|kindly|hi|hello|hey|dexi|ok(?:ay)?|so|well|now|and|also|then|only|just)\b/i,
  /^(?:can|could|would|will) you\b/i,
  /^(?:please\s+)?(?:find|search|look|show|give|list|get|tell|check|see)(?:\s+(?:me|us))?(?:\s+(?:for|if|whether|about|up|all|some|any))*\b/i,
  /^(?:i(?:['’]m| am| was| have| had|['’]ve|['’]d)?|we(?:['’]re| are| have|['’]ve)?)\s+(?:(?:just|recently|currently|also)\s+)?(?:looking|searching|interested|want(?:ing)?|need|like|would like|invented|designed|built|developed|made|working|thinking|planning|developing|an? (?:idea|invention)|got)(?:\s+(?:to|for|in|on|of|about|know|find|see|search|patent|protect|invent|an? (?:idea|invention)))*\b/i,
  /^(?:my|our|the|this|here is my|here['’]s my)\s+(?:invention|idea|device|product|concept)\s*(?:is|:|relates to|concerns)?/i,
  /^(?:is|are|was|were)\s+there\b/i,
  /^(?:do|does|did)\s+(?:you|anyone|anybody|someone)\s+(?:know|have|find)(?:\s+of)?\b/i,
  /^(?:has|have)\s+(?:anyone|anybody|someone|somebody)\b(?:\s+(?:already|ever))?(?:\s+(?:patented|invented|made|built|done))?/i,
  /^(?:what|which|any|some|all|other|relevant|related|existing|known|similar|older|newer|recent|granted|the|more)\b/i,
  /^(?:prior art|patents?|documents?|publications?|applications?|references?|results?|anything|something|inventions?|art|disclosures?)\b/i,
  /^(?:does|do|did|is|are|can|could|has|have|which|how|where|what|why)?\s*(?:it|they|this|that|he|the patent|the document|one|ones|of them|any of them)?\s*(?:mention|speak of|speaks of|say|says|talk about|use|uses|have|has|contain|contains|teach|teaches|cover|covers|include|includes|describe|describes|disclose|discloses)s?\b(?:\s+(?:about|on|anything about|something about|anything on|an?|any))*/i,
  /^help me\b/i,
  /^(?:novelty|patentability|invalidity|prior art)\s+search\b\s*(?:for|on|:)?/i,
  /^\d{1,2}\s+(?=(?:patents?|documents?|results?)\b)/i,
  /^(?:exists?|are known|is known|were|are|is|have|has)\b/i,
  /^(?:about|on|for|of|in|regarding|concerning|covering|describing|disclosing|describe|describes|cover|covers|disclose|discloses|showing|show|relating to|related to|that|which|to|against|like|with)\b(?=\s+\S)/i,
  /^(?:open|read|view|display)$/i,
  /^[\s:,.;–-]+/,
];

/** The search text: the message without words and sentences that only make the request. */
export function subjectOf(rest: string): string {
  const sentences = rest
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.?!])\s+/);
  let text = sentences.filter((sentence) => stemSet(sentence).size > 0).join(' ');
  for (let shorter = true; shorter; ) {
    const before = text;
    for (const lead of leads) text = text.replace(lead, '').trim();
    shorter = text.length < before.length;
  }
  return text
    .replace(/[\s,;.?!]+(?:please|thanks|thank you)?[\s?.!,;]*$/i, '')
    .replace(/\s+(?:and|or|but|only|in|by|with)$/i, '')
    .replace(/\s+([,.;?!])/g, '$1')
    .trim();
}
