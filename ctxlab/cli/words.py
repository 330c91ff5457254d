"""The command line's own words in both languages; why an item fared as it did is worded by explain."""

from __future__ import annotations

from ctxlab.cli.words_ab import AB
from ctxlab.cli.words_calibrate import CALIBRATE
from ctxlab.cli.words_check import CHECK
from ctxlab.cli.words_export import EXPORT
from ctxlab.cli.words_forensic import FORENSIC
from ctxlab.cli.words_profiles import PROFILES
from ctxlab.cli.words_rules import RULES
from ctxlab.cli.words_solve import SOLVE
from ctxlab.cli.words_summaries import SUMMARIES
from ctxlab.cli.words_sweep import SWEEP
from ctxlab.cli.words_systems import SYSTEMS

#: Key → the text in English and in Chinese.
TEXTS: dict[str, tuple[str, str]] = {
    "nothing_to_do": ("{name}: the session is empty, nothing to do", "{name}：会话为空，无事可做"),
    "head": (
        "{name} · request {request} of {requests} (turn {turn}) · under {profile}",
        "{name} · 第 {request}/{requests} 次请求（第 {turn} 轮）· 配置 {profile}",
    ),
    "flow": ("{before} → {after} items", "{before} → {after} 条"),
    "condensed": ("{count} compressed", "压缩 {count} 条"),
    "logged": ("about {about} tokens in its log", "其日志：约 {about} 个 token"),
    "message": ("1 message", "1 条消息"),
    "messages": ("{count} messages", "{count} 条消息"),
    "row": ("row", "行"),
    "cap": ("cap", "上限"),
    "used": ("used", "已用"),
    "kept": ("kept", "保留"),
    "no_cap": ("–", "–"),
    "over_cap": (
        "!: over its cap, as pins, placeholders and what is kept whole may be",
        "!：超出上限（钉住、占位与整条保留的内容可以超出）",
    ),
    "rows_sum": (
        "the rows hold {rows}, and {rest} stands in none: {total}",
        "各行合计 {rows}，不属于任何行的 {rest}，共 {total}",
    ),
    "rows_ledger": ("in all of them: {parts}", "其中：{parts}"),
    "items": ("{count} items", "{count} 条"),
    "item": ("{count} item", "{count} 条"),
    "total": (
        "total {total} tokens of {limit} ({percent} %)",
        "总计 {total} 个 token，限额 {limit}（{percent} %）",
    ),
    "total_unlimited": ("total {total} tokens, no limit stated", "总计 {total} 个 token，未设限额"),
    "over": ("over the limit by {over} tokens", "超出限额 {over} 个 token"),
    "counted": (
        "the profile estimates {total} tokens; o200k_base counts {counted}",
        "配置估算 {total} 个 token；o200k_base 计为 {counted}",
    ),
    "inexact": ("≈: {encoding} stands in for {model}", "≈：以 {encoding} 代替 {model} 计数"),
    "inexact_factor": ("≈: counts are those of {encoding}", "≈：按 {encoding} 计数"),
    "inexact_items": ("≈: {sources} cannot be counted exactly", "≈：{sources} 无法精确计数"),
    "inexact_framing": ("≈: the provider does not publish what it adds", "≈：服务商未公布其附加的 token"),
    "some_model": ("an unnamed model", "未注明的模型"),
    "unknown": (
        "unknown: {sources}; the total is a lower bound",
        "未知：{sources}；总计只是下限",
    ),
    "estimated": ("stated estimate: {sources}", "按配置估计：{sources}"),
    "dropped": ("dropped {items}, {tokens} tokens", "丢弃 {items}，{tokens} 个 token"),
    "merged": ("summarised away {items}, {tokens} tokens", "并入摘要 {items}，{tokens} 个 token"),
    "compressed": (
        "compressed {items}, saving {tokens} tokens",
        "压缩 {items}，省下 {tokens} 个 token",
    ),
    "truncated": ("cut {items}, saving {tokens} tokens", "截断 {items}，省下 {tokens} 个 token"),
    "added": ("added {items}, {tokens} tokens", "新增 {items}，{tokens} 个 token"),
    "by_reason": (
        "{stage} · {reason}: {items}, {tokens} tokens",
        "{stage} · {reason}：{items}，{tokens} 个 token",
    ),
    "such_as": ("such as {item}: {why}", "例如 {item}：{why}"),
    "media": ("with {media}", "含{media}"),
    "media_more": ("with {media} and {count} more", "含{media}，另有 {count} 个"),
    "medium_of": ("{medium} ({item})", "{medium}（{item}）"),
    "medium_cut": ("{medium}, left out by the cut", "{medium}，截断时去掉"),
    "nothing_lost": ("nothing was dropped, cut or summarised", "没有丢弃、截断或摘要"),
    "must_kept": ("must-keep kept: {label}", "必留项保留：{label}"),
    "must_lost": ("must-keep LOST in {stage}: {label}", "必留项丢失于{stage}：{label}"),
    "unjudged": ("cannot be judged", "无法判定"),
    "looked_for": ("looking for numbers {bound}", "查找满足 {bound} 的数"),
    "nothing_found": ("nothing found", "未发现问题"),
    "lint_cheapest": (
        "cheapest: {rescue} (ctxlab why FILE MUST-KEEP --rescue lists all)",
        "最省：{rescue}（ctxlab why FILE MUST-KEEP --rescue 列出全部）",
    ),
    "lint_ignored": ("left out, as lint.ignore says: {codes}", "按 lint.ignore 不提示：{codes}"),
    "side_chain": (
        "a side chain is a context of its own; --chain NAME: {names}",
        "另有一条旁支，为独立上下文；--chain NAME：{names}",
    ),
    "side_chains": (
        "{count} side chains are contexts of their own; --chain NAME: {names}",
        "另有 {count} 条旁支，各为独立上下文；--chain NAME：{names}",
    ),
    "left_out": (
        "{count} files were left out: too many or too large for one go",
        "有 {count} 个文件未处理：过多或过大",
    ),
    "passed_over": (
        "files passed over that are no sessions: {count} ({names})",
        "略过的非会话文件：{count} 个（{names}）",
    ),
    "unread_file": ("{file} cannot be read and was left out: {reason}", "{file} 无法读取，未计入：{reason}"),
    "empty_session": ("the session is empty", "会话为空"),
    "position": ("row {row}, turn {turn}, {tokens} tokens", "行：{row}，第 {turn} 轮，{tokens} 个 token"),
    "charged": (", {charge} with its message's framing", "，连同消息开销 {charge}"),
    "placed": (", in {place}", "，位于 {place}"),
    "candidate": ("candidate, row {row}", "候选，行：{row}"),
    "more_matches": (
        "{count} more items hold this text: {items}",
        "另有 {count} 条含此文本：{items}",
    ),
    "later": (
        "{item} comes after request {request}; it was no candidate there",
        "{item} 在第 {request} 次请求之后，当时不是候选",
    ),
    "survival_profile": (
        "{name} · at request {request} of {requests} (turn {turn}) · under {profile}",
        "{name} · 第 {request}/{requests} 次请求处（第 {turn} 轮）· 配置 {profile}",
    ),
    "survival_recorded": (
        "{name} · at request {request} of {requests} (turn {turn}) · as recorded",
        "{name} · 第 {request}/{requests} 次请求处（第 {turn} 轮）· 按记录",
    ),
    "survival_sent": (
        "{name} · at request {request} of {requests} (turn {turn}) · as really sent",
        "{name} · 第 {request}/{requests} 次请求处（第 {turn} 轮）· 实际发送",
    ),
    "no_rows": (
        "no must-keeps, and the session states no hard constraint",
        "没有必留项，会话中也没有明确的硬性约束",
    ),
    "no_constraints": ("{name}: no constraints found", "{name}：未发现约束"),
    "verdict_now": ("here", "此处"),
    "verdict_since": ("lost since", "丢失自"),
    "requests_span": ("requests {first}-{last}", "请求 {first}-{last}"),
    "turns_span": ("turns {first}-{last}", "轮次 {first}-{last}"),
    "since_request": ("request {request} (turn {turn})", "请求 {request}（第 {turn} 轮）"),
    "lost_once": ("(it was at request {request})", "（曾在请求 {request} 丢失）"),
    "deep": (", deep: {share} % after it", "，位置靠前：其后还有 {share} %"),
    "replaced_by": (" (replaced by {name})", "（已被 {name} 取代）"),
    "rows_left_out": (
        "{count} more without a line (--all): {names}",
        "另有 {count} 项未列出（--all）：{names}",
    ),
    "first_loss": ("first loss", "首次丢失"),
    "not_judged_here": ("not judged", "未判定"),
    "by_user": ("by the user", "由用户标注"),
    "building": ("building requests: {built} of {count}", "正在构建请求：{built}/{count}"),
    "broken_at": (
        "broken in turn {turn} by {item}: “{words}”; the request before it is {request}",
        "第 {turn} 轮中 {item} 违反了它：“{words}”；其前为第 {request} 次请求",
    ),
    "broken_more": (
        "{count} places show it (--nth N looks at another):",
        "共 {count} 处（--nth N 查看另一处）：",
    ),
    "broken_place": (
        "turn {turn}, request {request}, {item} “{words}”",
        "第 {turn} 轮，第 {request} 次请求，{item} “{words}”",
    ),
    "broken_unasked": ("no request before it, {item} “{words}”", "其前没有请求，{item} “{words}”"),
    "broken_rest": ("and {count} more (--nth N)", "另有 {count} 处（--nth N）"),
    "broken_nowhere": (
        "no answer and no call shows that it was broken ({asked}); so of request {request}:",
        "没有任何回答或调用违反它（{asked}）；以下为第 {request} 次请求处的情况：",
    ),
    "rescue_kept": (
        "it is kept at request {request}: there is nothing to rescue",
        "第 {request} 次请求处已保留，无需补救",
    ),
    "rescue_unjudged": (
        "it is not judged at request {request}: there is nothing to rescue",
        "第 {request} 次请求处不作判定，无从补救",
    ),
    "rescue_alone": (
        "judged at request {request} alone: others may need more (ctxlab survival shows them)",
        "只在第 {request} 次请求处验证：其他请求可能需要更多（用 ctxlab survival 查看）",
    ),
    "rescue_all": ("holds at all {count} requests", "在全部 {count} 次请求处都成立"),
    "rescue_some": (
        "holds at this request, not at {lost} of {count} (first: {first})",
        "此次请求处成立，但 {count} 次中有 {lost} 次不成立（首次为第 {first} 次）",
    ),
    "rescue_cap": (
        "holds at this request; at all {count} requests a cap of {cap} does",
        "此次请求处成立；要在全部 {count} 次请求处成立，上限可取 {cap}",
    ),
    "diff_head": ("before: {before}", "之前：{before}"),
    "diff_head_after": ("after:  {after}", "之后：{after}"),
    "diff_same": ("the two contexts are the same", "两个上下文相同"),
    "equal_one": ("1 message unchanged, {tokens} tokens", "1 条消息不变，{tokens} 个 token"),
    "equal_run": ("{count} messages unchanged, {tokens} tokens", "{count} 条消息不变，{tokens} 个 token"),
    "moved": ("moved", "移动"),
    "diff_sum": (
        "{added} added, {removed} removed, {changed} changed, {moved} moved; {before} → {after} tokens",
        "新增 {added}，移除 {removed}，更改 {changed}，移动 {moved}；{before} → {after} 个 token",
    ),
    "messages_head": (
        "{count} messages · {wire} · {tokens} tokens",
        "{count} 条消息 · {wire} · {tokens} 个 token",
    ),
    "message_at": (
        "#{number} {role} · {tokens} tokens · at {percent} %",
        "#{number} {role} · {tokens} 个 token · 位于 {percent} %",
    ),
    "beside": (
        "{field} · beside the messages · {tokens} tokens",
        "{field} · 位于消息之外 · {tokens} 个 token",
    ),
    "rewritten": (
        "the run was built for {built}; written here for {wire}, where counts are estimates",
        "该次运行为 {built} 构建；此处改写为 {wire}，计数为估计",
    ),
    "wire_valid": ("valid for {wire}", "符合 {wire} 要求"),
    "wire_invalid": ("not valid for {wire}", "不符合 {wire} 要求"),
    "at_message": ("message #{number}: {text}", "消息 #{number}：{text}"),
    "made_here": ("made by ctxlab", "由 ctxlab 生成"),
    "written": ("wrote {file}", "已写入 {file}"),
    "unset": ("not set", "未设"),
    "profiles_same": ("the two profiles are the same", "两个配置相同"),
    "nothing_changes": ("nothing changes", "没有改动"),
    "default": ("default {value}", "默认 {value}"),
    "from_to": ("{least} to {most}", "{least} 至 {most}"),
    "one_of": ("one of {choices}", "可取 {choices}"),
    "in_the_file": ("in the profile's file", "写在配置文件中"),
    "no_settings": ("reads no settings of its stage", "不读取本阶段的设置"),
    "no_cap_now": ("no cap", "无上限"),
    "sensitivity_head": (
        "{row}: {cap} now, overflow {overflow} · request {request} · under {profile}",
        "{row}：现为 {cap}，超限时{overflow} · 第 {request} 次请求 · 配置 {profile}",
    ),
    "curve_items": ("items", "条数"),
    "curve_tokens": ("tokens", "token 数"),
    "tokens_of": ("{tokens} tokens", "{tokens} 个 token"),
    "comma": (", ", "、"),
    "semicolon": ("; ", "；"),
    "pair": ("{first}: {second}", "{first}：{second}"),
    "aside": (" ({text})", "（{text}）"),
    "must_keeps": ("must-keeps", "必留项"),
    "more_steps": (
        "{shown} of {count} steps; --json has all",
        "共 {count} 级，列出 {shown} 级；--json 含全部",
    ),
    "curve_not_exact": (
        "only some caps were looked at ({runs} runs): true at those, not between them",
        "只试过部分上限（{runs} 次运行）：在这些上限处准确，其间不保证",
    ),
    "not_judged": ("not judged at this request", "此次请求处未判定"),
    "pinned_item": ("pinned", "钉住"),
    "key_fact_item": ("key fact {start}-{end}", "关键事实 {start}-{end}"),
    "source_item": ("source {source}", "来源 {source}"),
    "since": ("since {item}", "自 {item} 起"),
    "of_profile": ("stated by the profile", "由配置给出"),
    "marks_head": (
        "{name} · request {request} of {requests} (turn {turn}) · judged under {profile}{default}",
        "{name} · 第 {request}/{requests} 次请求（第 {turn} 轮）· 按配置 {profile} 判定{default}",
    ),
    "marks_default": (
        ", this session's default; --profile takes another",
        "（此会话的默认配置；可用 --profile 另选）",
    ),
    "no_marks": ("no marks, and the profile asks for no must-keeps", "没有标记，配置也未列出必留项"),
    "mark_added": ("must-keep {name}: {label}", "必留项 {name}：{label}"),
    "mark_removed": ("no longer must-keep {name}: {label}", "不再是必留项 {name}：{label}"),
    "mark_pinned": ("pinned {item}", "已钉住 {item}"),
    "mark_unpinned": ("no longer pinned: {item}", "不再钉住：{item}"),
    "fact_added": ("key fact of {item}: {text}", "{item} 的关键事实：{text}"),
    "fact_removed": ("no longer key fact of {item}: {text}", "不再是 {item} 的关键事实：{text}"),
    "constraint_item": ("constraint {start}-{end}, {tier} {kind}", "约束 {start}-{end}，{tier} {kind}"),
    "constraint_rejected": ("no constraint {start}-{end}", "非约束 {start}-{end}"),
    "constraint_added": ("constraint of {item}: {text}", "{item} 的约束：{text}"),
    "constraint_refused": ("no constraint of {item}: {text}", "不是 {item} 的约束：{text}"),
    "constraint_removed": ("no longer marked in {item}: {text}", "不再标注 {item} 中的：{text}"),
    "model_plan": (
        "{model} at {address}: calls {calls}, tokens there {there}, back at most {back}",
        "{address} 上的 {model}：调用 {calls} 次，发送 {there} 个 token，返回至多 {back}",
    ),
    "model_no_price": (
        "; what it costs is unknown (price_in and price_out of [endpoint])",
        "；费用未知（[endpoint] 的 price_in 与 price_out）",
    ),
    "model_cost": (", about {cost} {currency}", "，约 {cost} {currency}"),
    "model_agree": ("Send this?", "发送吗？"),
    "model_left_out": (
        "not asked about, being too long for something said: {items}",
        "未询问（过长，不像是说出的话）：{items}",
    ),
    "model_found": (
        "the model found {new} that were not known, and {known} that were",
        "模型找到 {new} 条未知约束，另有 {known} 条已知",
    ),
    "model_not_said": (
        "not taken, since the text does not say it: {quote}",
        "未采纳，原文没有这句话：{quote}",
    ),
    "model_no_text": ("not taken, since it names no text: {quote}", "未采纳，没有指明哪段文字：{quote}"),
    "model_no_kind": ("not taken, since its kind is unknown: {quote}", "未采纳，类型未知：{quote}"),
    "model_no_entry": ("not taken: an entry that quotes nothing{quote}", "未采纳：有一项没有引文{quote}"),
    "model_failed": ("a call gave nothing: {error}", "有一次调用没有结果：{error}"),
    "nowhere": (
        "! nothing in the session holds it: it will count as lost from the start",
        "! 会话中没有任何内容包含它：将一开始就算丢失",
    ),
    "nothing_left": ("no window left unsaved edits", "没有窗口留下未保存的编辑"),
    "left_edits": ("{title} · under {profile} · {at} · {edits}", "{title} · 配置 {profile} · {at} · {edits}"),
    "left_edit": ("1 edit", "1 次编辑"),
    "left_many": ("{count} edits", "{count} 次编辑"),
    "left_marks": ("marks changed", "标记有改动"),
    "since_changed": ("{name} has changed since", "{name} 此后有改动"),
    "since_gone": ("{name} is not there any more", "{name} 已不存在"),
    "left_offer": (
        "the next window offers them; -o FOLDER writes them as files",
        "下次打开窗口时会提示恢复；-o FOLDER 将其写成文件",
    ),
    "journal_kept": (
        "a journal could not be read; it is kept as {file}",
        "有一份日志无法读取，已保留为 {file}",
    ),
    "secret_hidden": (
        "{stand_in} stands for {kind} in {where} ({count})",
        "{stand_in} 代替{where}中的{kind}（{count} 处）",
    ),
    "secret_left": (
        "left as it is: {kind} in {where} ({count})",
        "未隐去：{where}中的{kind}（{count} 处）",
    ),
    "secret_must_keep": (
        "left as it is, a must-keep says it: {kind} in {where} ({count}); --hide {option} replaces it",
        "未隐去，必留项中写有：{where}中的{kind}（{count} 处）；--hide {option} 可替换",
    ),
    "secrets_sum": (
        "{secrets} found, replaced {hidden}",
        "发现敏感内容 {secrets} 项，已替换 {hidden} 项",
    ),
    "secrets_none": ("no secrets found", "未发现敏感内容"),
    "not_redacted": ("not redacted: it may hold secrets", "未作隐去处理：其中可能有敏感内容"),
    "secret_none_such": (
        "{option} {wanted}: no such secret in this report",
        "{option} {wanted}：报告中没有这样的内容",
    ),
    "secret_asked": ("{kind} {text} · {count} ×", "{kind} {text} · {count} 处"),
    "secret_ask": ("replace it by {stand_in}? [{keys}]:", "用 {stand_in} 代替？[{keys}]："),
    "secret_keys": (
        "y: {stand_in} stands for it in the whole report; n: it stays as it is; {enter}; "
        "Ctrl+C: no report is made",
        "y：报告中一律用 {stand_in} 代替；n：保持原样；{enter}；Ctrl+C：不生成报告",
    ),
    "secret_enter_replaces": ("Enter: as y", "回车：同 y"),
    "secret_enter_leaves": ("Enter: as n", "回车：同 n"),
    "experimental": ("experimental", "实验性"),
    "over_all": ("over all {count} sessions", "合计 {count} 个会话"),
    "still_there": ("! {count} more of it have no cure", "! 另有 {count} 处没有修正办法"),
    "unmanaged": ("unmanaged", "不加管理"),
    "request": ("request {request}", "第 {request} 次请求"),
    "sent": ("really sent", "实际发送"),
    "recorded": ("as recorded", "按记录"),
    **AB,
    **EXPORT,
    **FORENSIC,
    **CALIBRATE,
    **CHECK,
    **PROFILES,
    **RULES,
    **SOLVE,
    **SUMMARIES,
    **SWEEP,
    **SYSTEMS,
}


def word(language: str, key: str, **values: object) -> str:
    """A text in `en` or `zh` with its values filled in."""
    english, chinese = TEXTS[key]
    return (chinese if language == "zh" else english).format(**values)


def items(count: int, language: str) -> str:
    """So many items."""
    return word(language, "item" if count == 1 else "items", count=f"{count:,}")
