import { plainAnswer } from '../compose/plain-answers.ts';
import { exportAnswer } from '../compose/record-answer.ts';
import type { Plan } from '../tool-calls.ts';
import type { Context } from '../understand/context.ts';
import type { Intent } from '../understand/intent.ts';
import { planAddedMatter } from './added-matter.ts';
import { planChart } from './chart.ts';
import { planComparison, planWhyNot } from './comparison.ts';
import {
  planDefinition,
  planQuestion,
  planQuestionToAll,
  planRead,
  planRecords,
  planSummary,
} from './documents.ts';
import { planSearch, planSimilar } from './search.ts';

/**
 * The plan for what a message asks for, or the answer where that needs no tool. No plan makes more than ten calls,
 * so that it ends within the twelve that a run may make.
 */
export function planFor(intent: Intent, context: Context): Plan | string {
  switch (intent.kind) {
    case 'search':
      return planSearch(intent);
    case 'similar':
      return planSimilar(intent);
    case 'chart':
      return planChart(intent);
    case 'read':
      return planRead(intent);
    case 'summary':
      return planSummary(intent);
    case 'define':
      return planDefinition(intent);
    case 'records':
      return planRecords(intent);
    case 'added-matter':
      return planAddedMatter(intent);
    case 'export':
      return exportAnswer(context);
    case 'question':
      return planQuestion(intent);
    case 'question-all':
      return planQuestionToAll(intent, context);
    case 'compare':
      return planComparison(intent);
    case 'why-not':
      return planWhyNot(intent, context);
    default:
      return plainAnswer(intent, context);
  }
}
